import { run, spawn, type Operation } from 'effection';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { createAskTool, type AskContext } from '../../src/ask.ts';
import { flatSchemaOf } from '../../src/mcp/flat-schema.ts';
import type { JsonObject } from '../../src/protocol/json.ts';
import { createQueuedHost } from '../queued-host.ts';
import { compileForm } from '../../src/form/compile-form.ts';

/** The JSON Schema of the first answer that a body asks for. */
const schemaOf = (body: (ask: AskContext) => Operation<unknown>): Promise<JsonObject> =>
  run(function* () {
    const tool = createAskTool('play')
      .description('Play')
      .parameters(z.object({}))
      .execute((_, ask) => body(ask));
    const host = createQueuedHost({ tool, params: {}, callId: 'call_test' });
    yield* spawn(host.run);
    for (;;) {
      const { value } = yield* host.events.next();
      if (value.type === 'elicit') return value.question.json;
    }
  });

const titles = { title: 'Label', description: 'Hint.' };

it.each<[string, (ask: AskContext) => Operation<unknown>, object, object]>([
  ['a text', (ask) => ask.text('?'), { kind: 'text', start: '', label: 'It' }, { type: 'string', minLength: 1 }],
  [
    'a long text',
    (ask) => ask.text('?', { maxLength: 500, default: 'Hi', ...titles }),
    { kind: 'text', multiline: true, start: 'Hi', label: 'Label', description: 'Hint.' },
    { type: 'string', maxLength: 500, default: 'Hi', ...titles },
  ],
  ['an email', (ask) => ask.text('?', { format: 'email' }), { kind: 'email' }, { type: 'string', format: 'email' }],
  ['an address', (ask) => ask.text('?', { format: 'uri' }), { kind: 'uri' }, { type: 'string', format: 'uri' }],
  [
    'a text of a pattern',
    (ask) => ask.text('?', { pattern: /^[A-Z]{2}$/ }),
    { kind: 'text', limits: { pattern: expect.any(Object) } },
    { type: 'string' },
  ],
  ['a yes or no', (ask) => ask.confirm('?'), { kind: 'boolean', start: false }, { type: 'boolean' }],
  [
    'a yes or no that starts as yes',
    (ask) => ask.confirm('?', { default: true }),
    { kind: 'boolean', start: true },
    { type: 'boolean', default: true },
  ],
  ['a number', (ask) => ask.number('?', { min: 0.5 }), { kind: 'number' }, { type: 'number', minimum: 0.5 }],
  [
    'a whole number',
    (ask) => ask.number('?', { integer: true, max: 9, default: 1 }),
    { kind: 'integer', start: '1' },
    { type: 'integer', maximum: 9, default: 1 },
  ],
  [
    'a day',
    (ask) => ask.date('?', { default: '2027-05-01' }),
    { kind: 'date', start: '2027-05-01' },
    { type: 'string', format: 'date', default: '2027-05-01' },
  ],
  [
    'a choice',
    (ask) => ask.select('?', ['S', 'M'], { default: 'M' }),
    { kind: 'select', start: 1, options: [{ label: 'S' }, { label: 'M' }] },
    { type: 'string', enum: ['S', 'M'], default: 'M' },
  ],
  [
    'a choice with labels',
    (ask) => ask.select('?', { s: 'Small', m: 'Medium' }, { default: 'm' }),
    { kind: 'select', start: 1, options: [{ value: 's', label: 'Small' }, { label: 'Medium' }] },
    {
      type: 'string',
      oneOf: [
        { const: 's', title: 'Small' },
        { const: 'm', title: 'Medium' },
      ],
      default: 'm',
    },
  ],
  ['the only choice', (ask) => ask.select('?', { s: 'Small' }), { kind: 'select' }, { oneOf: [{ title: 'Small' }] }],
  [
    'several choices',
    (ask) => ask.selectMany('?', ['S', 'M'], { min: 1, default: ['M'] }),
    { kind: 'multi-select', start: [1], minItems: 1 },
    { type: 'array', minItems: 1, items: { enum: ['S', 'M'] }, default: ['M'] },
  ],
])('%s is one field of a form, and of MCP', async (_, body, field, flat) => {
  const schema = await schemaOf(body);
  // The outlet asks for a single value as the one field of a form.
  const form = compileForm({ type: 'object', properties: { it: schema }, required: ['it'] });
  expect(form).toMatchObject({ fields: [field], omitted: [], refusals: [] });
  expect(flatSchemaOf(schema, 'here').properties).toMatchObject({ answer: { title: 'Answer', ...flat } });
});
