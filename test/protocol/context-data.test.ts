import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  appendContext,
  contextKeyword,
  dropUnsafeNames,
  escapeMessage,
  readContext,
  writeContext,
} from '../../src/protocol/context-data.ts';
import type { JsonObject } from '../../src/protocol/json.ts';

const boundary = '--x-model-context: application/json';
const none: JsonObject = { type: 'object' };

// Text that is likely to look like a section, of either name, with every kind of line end.
const trickyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        boundary,
        '--x-elicit-context: application/json',
        '--x-model-context:',
        ' ',
        '\t',
        '{"a":1}',
        '--',
      ),
      fc.constantFrom('\n', '\r\n', '\r', '\u2028', '\u2029', '\n\n'),
      fc.string(),
    ),
  )
  .map((parts) => parts.join(''));
const context = fc
  .dictionary(
    trickyText.filter((name) => !['__proto__', 'constructor', 'prototype'].includes(name)),
    fc.oneof(trickyText, fc.integer(), fc.boolean(), fc.constant(null), fc.array(trickyText)),
    { noNullPrototype: true },
  )
  .filter((value) => Object.keys(value).length > 0);

describe('context data at the end of a message', () => {
  it('comes back as it was written, and so does the message', () => {
    fc.assert(
      fc.property(trickyText, context, (message, data) => {
        const written = appendContext(escapeMessage(message), data);
        expect(readContext(written, none)).toEqual({ message, context: data });
      }),
      { numRuns: 2000 },
    );
  });

  it('is not seen in a message that only quotes a boundary', () => {
    fc.assert(
      fc.property(trickyText, (message) => {
        expect(readContext(escapeMessage(message), none)).toEqual({ message, context: {} });
      }),
      { numRuns: 2000 },
    );
  });

  it('is left out where there is none', () => {
    expect(appendContext('Which flight?', {})).toBe('Which flight?');
  });

  it('is read from a section that an older server wrote', () => {
    const message = 'Which flight?\n\n--x-elicit-context: application/json\n{"flights":[1]}';
    expect(readContext(message, none)).toEqual({ message: 'Which flight?', context: { flights: [1] } });
  });

  it('is read after CRLF line ends', () => {
    const message = `Which flight?\r\n\r\n${boundary}\r\n{"flights":[1]}`;
    expect(readContext(message, none)).toEqual({ message: 'Which flight?', context: { flights: [1] } });
  });

  it('ends lines at line feeds alone, whatever else a value of it holds', () => {
    const data = { airline: 'Air\u2028--x-model-context: application/json\u2028{}' };
    expect(readContext(appendContext('Which flight?', data), none).context).toEqual(data);
  });

  it('is the last section of several', () => {
    const message = `One\n\n${boundary}\n{"a":1}\n\n${boundary}\n{"a":2}`;
    expect(readContext(message, none).context).toEqual({ a: 2 });
  });

  it.for(['', 'no JSON', '[1]', '"text"', 'null', '{"cut":'])('is no object, so it stays text: %s', (rest) => {
    const message = `Which flight?\n\n${boundary}\n${rest}`;
    expect(readContext(message, none)).toEqual({ message, context: {} });
  });
});

describe('context data in a schema', () => {
  it('comes back, with the message as it is', () => {
    const schema = writeContext(none, { flights: [1] });
    expect(schema).toEqual({ type: 'object', [contextKeyword]: { flights: [1] } });
    expect(readContext('Which flight?', schema)).toEqual({ message: 'Which flight?', context: { flights: [1] } });
  });

  it('leaves the schema alone where there is none', () => expect(writeContext(none, {})).toBe(none));

  it('goes before a section of the message, which is cut off all the same', () => {
    const message = appendContext('Which flight?', { from: 'message' });
    expect(readContext(message, { [contextKeyword]: { from: 'schema' } })).toEqual({
      message: 'Which flight?',
      context: { from: 'schema' },
    });
  });

  it("is read under an older server's name", () => {
    expect(readContext('?', { 'x-elicit-context': { a: 1 } }).context).toEqual({ a: 1 });
  });

  it.for([[null], ['text'], [7], [[1]]])('is ignored when it is no object: %j', ([value]) => {
    expect(readContext('?', { [contextKeyword]: value }).context).toEqual({});
  });

  it('is only what the schema itself holds, not its prototype', () => {
    const schema = Object.create({ [contextKeyword]: { inherited: true } }) as JsonObject;
    expect(readContext('?', schema).context).toEqual({});
  });
});

describe('names that could reach a prototype', () => {
  const hostile =
    '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"deep":[{"__proto__":{"admin":true},"ok":1}]}';

  it('are dropped at any depth, from a schema and from a message', () => {
    const expected = { deep: [{ ok: 1 }] };
    for (const found of [
      readContext('?', JSON.parse(`{"${contextKeyword}":${hostile}}`) as JsonObject).context,
      readContext(`?\n\n${boundary}\n${hostile}`, none).context,
    ]) {
      expect(found).toEqual(expected);
      expect(Object.keys(found)).toEqual(['deep']);
      expect(Object.getPrototypeOf((found['deep'] as object[])[0])).toBe(Object.prototype);
      expect(({} as { admin?: boolean }).admin).toBeUndefined();
    }
  });

  it('are dropped and everything else is kept', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
        const json = JSON.parse(JSON.stringify(data), (name, value: unknown) =>
          ['__proto__', 'constructor', 'prototype'].includes(name) ? undefined : value,
        ) as JsonObject;
        expect(dropUnsafeNames(JSON.parse(JSON.stringify(data)) as JsonObject)).toEqual(json);
      }),
    );
  });

  it('are looked for in data that is nested deeper than the stack', () => {
    const depth = 100_000;
    const deep = JSON.parse(`{"a":${'['.repeat(depth)}{"__proto__":1,"end":true}${']'.repeat(depth)}}`) as JsonObject;
    let inner: unknown = readContext('?', { [contextKeyword]: deep }).context['a'];
    while (Array.isArray(inner)) inner = inner[0];
    expect(inner).toEqual({ end: true });
  });
});
