import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import * as z3 from 'zod/v3';
import { createAskTool } from '../../src/ask.ts';
import { createMcpTool } from '../../src/tool/create-mcp-tool.ts';
import { ToolDeclarationError } from '../../src/tool/errors.ts';

const parameters = z.object({ from: z.string() });
const pickFlight = z.object({ flightId: z.string() });
const start = () => createMcpTool('book_flight').description('Book a flight').parameters(parameters);

/** A tool whose calls the types do not hold back, as JavaScript sees it. */
const untyped = (value: unknown) => value as Record<string, (argument?: unknown) => never>;

describe('createMcpTool', () => {
  it('holds what was declared', () => {
    const tool = start().elicits({ pickFlight });
    expect(tool).toMatchObject({
      name: 'book_flight',
      description: 'Book a flight',
      parameters,
      elicits: { pickFlight },
    });
    expect(tool.parametersJson).toMatchObject({ type: 'object', required: ['from'] });
    expect([...tool.questions.keys()]).toEqual(['pickFlight']);
  });

  it('gives a whole tool, its body in run', () => {
    const body = function* () {
      return 'Booked.';
    };
    const tool = start().elicits({}).execute(body);
    expect(tool).toMatchObject({ name: 'book_flight', run: body });
    expect('execute' in tool).toBe(false);
  });

  it.for(['', 'book flight', 'book.flight', 'fähre', 'x'.repeat(65)])('refuses the name "%s"', (name) => {
    expect(() => createMcpTool(name)).toThrow(ToolDeclarationError);
  });

  it.for(['x', 'Book-Flight_2', 'x'.repeat(64)])('takes the name "%s"', (name) => {
    expect(createMcpTool(name).description('').parameters(z.object({})).elicits({}).name).toBe(name);
  });

  it('wants elicits before execute, at every step', () => {
    const steps = [createMcpTool('early'), createMcpTool('early').description('x')];
    for (const step of [...steps, createMcpTool('early').description('x').parameters(z.object({}))]) {
      expect(() => untyped(step)['execute']!(function* () {})).toThrow(
        expect.objectContaining({ code: 'INVALID_DECLARATION', message: expect.stringContaining('.elicits({})') }),
      );
    }
  });

  it.for([undefined, null, 'text', [], z.object({})])('wants questions by key from elicits, not %o', (elicits) => {
    expect(() => untyped(start())['elicits']!(elicits)).toThrow(ToolDeclarationError);
  });

  it.for([undefined, {}, 'text'])('wants a function in execute, not %o', (body) => {
    expect(() => untyped(start().elicits({}))['execute']!(body)).toThrow(ToolDeclarationError);
  });

  it.for([z.string(), undefined, {}, { type: 'object' }, z.array(z.string())])(
    'wants a zod object of parameters, not %o',
    (schema) => {
      const step = untyped(createMcpTool('book_flight').description('x'));
      expect(() => step['parameters']!(schema)).toThrow(/book_flight\.parameters is not a zod object/);
    },
  );
});

describe('a schema of another library', () => {
  // As https://standardschema.dev has it. arktype's schemas are functions.
  const standard = (vendor: string) => ({ version: 1, vendor, validate: (value: unknown) => ({ value }) });

  it.for<[library: string, given: unknown]>([
    ['valibot', { kind: 'schema', type: 'object', entries: {}, '~standard': standard('valibot') }],
    ['arktype', Object.assign(() => undefined, { '~standard': standard('arktype') })],
    ['zod 3', z3.object({})],
  ])('is refused wherever it stands, with what to write: %s', ([library, given]) => {
    const places: readonly [() => unknown, string][] = [
      [
        () => untyped(createMcpTool('trip').description('x'))['parameters']!(given),
        'trip.parameters is not a zod object',
      ],
      [
        () => untyped(createAskTool('trip').description('x'))['parameters']!(given),
        'trip.parameters is not a zod object',
      ],
      [() => untyped(start())['elicits']!({ pick: given }), 'book_flight.elicits.pick is not a zod schema'],
      [
        () => untyped(start())['elicits']!({ pick: { response: given } }),
        'book_flight.elicits.pick.response is not a zod schema',
      ],
      [
        () => untyped(start())['elicits']!({ pick: { response: pickFlight, context: given } }),
        'book_flight.elicits.pick.context is not a zod object',
      ],
    ];
    for (const [declare, says] of places) {
      const message = expect.stringContaining(
        `${says}, but a schema of ${library}. Write it with zod 4: z.object({ … })`,
      );
      expect(declare).toThrow(expect.objectContaining({ code: 'INVALID_DECLARATION', message }));
    }
    expect(() => untyped(start())['elicits']!(given)).toThrow('book_flight.elicits wants questions by key');
  });
});

describe('a declaration', () => {
  it('never changes, whatever comes after', () => {
    const begun = createMcpTool('book_flight').description('Book a flight');
    const one = begun.parameters(z.object({ one: z.string() })).elicits({ a: z.string() });
    const two = begun.parameters(z.object({ two: z.string() })).elicits({ b: z.string() });
    expect(Object.keys(one.parameters.shape)).toEqual(['one']);
    expect(Object.keys(two.elicits)).toEqual(['b']);

    const first = one.execute(function* () {
      return 1;
    });
    const second = one.execute(function* () {
      return 2;
    });
    expect(first).not.toBe(second);
    for (const value of [one, first]) expect(Object.isFrozen(value) && Object.isFrozen(value.elicits)).toBe(true);
  });

  it('keeps its questions when the object they came in changes', () => {
    const questions: Record<string, z.ZodType> = { pickFlight };
    const tool = start().elicits(questions);
    questions['pickSeat'] = z.string();
    expect(Object.keys(tool.elicits)).toEqual(['pickFlight']);
    expect([...tool.questions.keys()]).toEqual(['pickFlight']);
  });
});

describe('what stands between the questions and the body', () => {
  it('comes once each, in any order, and is kept', () => {
    const sampling = { act: (request: never, ask: (request: never) => never) => ask(request) };
    const limits = { maxTokens: 10 };
    const declared = start().elicits({}).sampling(sampling).version('2').requires({ sampling: true });
    const tool = declared.repeatable().limits(limits);
    const needs = { sampling: true };
    const facts = { toolLimits: limits, needs, samplingParts: sampling, toolVersion: '2', isRepeatable: true };
    expect(tool).toMatchObject(facts);
    expect(tool.execute(function* () {})).toMatchObject(facts);
    const none = { toolLimits: {}, needs: {}, samplingParts: {}, toolVersion: undefined, isRepeatable: false };
    expect(start().elicits({})).toMatchObject(none);
    expect(() => tool.limits(limits)).toThrow('call .limits(…) once');
    expect(() => tool.requires({})).toThrow('call .requires(…) once');
    expect(() => tool.repeatable()).toThrow('call .repeatable(…) once');
    expect(() => tool.sampling({})).toThrow('call .sampling(…) once');
    expect(() => tool.version('3')).toThrow('call .version(…) once');
  });

  it.for<[part: string, given: unknown, says: string]>([
    ['requires', { models: true }, 'takes no "models". It takes elicitation, sampling, parentMessages.'],
    ['sampling', { around: () => 1 }, 'takes no "around". It takes before, act, after.'],
    ['sampling', { before: async () => 1 }, '*before(…)'],
    ['limits', { maxTokens: '10' }, 'maxTokens is "10"'],
    ['version', 2, '"2" cannot name a version of book_flight'],
    ['version', '', '"" cannot name a version of book_flight'],
    ['version', 'the second', '"the second" cannot name a version of book_flight'],
    ['version', '1.10', 'digits, "_" and "-"'],
    ['version', 'x'.repeat(65), 'use text of 1 to 64 letters'],
    ['version', undefined, '"undefined" cannot name a version of book_flight'],
  ])('refuses .%s(%o)', ([part, given, says]) => {
    expect(() => untyped(start().elicits({}))[part]!(given)).toThrow(ToolDeclarationError);
    expect(() => untyped(start().elicits({}))[part]!(given)).toThrow(says);
  });
});

it.for(['2', 'v1_10-rc', '2026-11-24', 'x'.repeat(64)])('takes the version "%s"', (version) => {
  expect(start().elicits({}).version(version).toolVersion).toBe(version);
});

describe('a question', () => {
  it('is declared alone or beside its context, and reads the same', () => {
    const context = z.object({ flights: z.array(z.string()) });
    const { questions } = start().elicits({
      short: pickFlight,
      long: { response: pickFlight, context },
      plain: { response: pickFlight },
    });
    expect(questions.get('short')).toEqual({ ...questions.get('plain'), key: 'short' });
    expect(questions.get('short')).toMatchObject({ key: 'short', response: pickFlight, context: undefined });
    expect(questions.get('long')).toMatchObject({ key: 'long', response: pickFlight, context });
    expect(questions.get('long')!.json).toEqual(questions.get('short')!.json);
  });

  it('is sent as the schema of what goes in, not of what comes out', () => {
    const response = z.object({
      when: z.iso.datetime().transform((text) => new Date(text)),
      seats: z.number().default(1),
    });
    const { json } = start().elicits({ pick: response }).questions.get('pick')!;
    expect(json).toMatchObject({
      properties: { when: { type: 'string' }, seats: { type: 'number' } },
      required: ['when'],
    });
  });

  it.for<[what: string, text: z.ZodString | z.ZodStringFormat, sent: string]>([
    ['with flags', z.string().regex(/^[a-z]+$/i), 'LHR'],
    [
      'with flags, of several',
      z
        .string()
        .regex(/^LH/)
        .regex(/[a-z]$/i),
      'LHR',
    ],
    [
      'for the text in capitals',
      z
        .string()
        .toUpperCase()
        .regex(/^[A-Z]{3}$/),
      'lhr',
    ],
    ['for the text without spaces around it', z.string().trim().regex(/^LHR$/), ' LHR '],
  ])('is sent without a pattern %s, which would refuse what the tool takes', ([, text, sent]) => {
    const { json, response } = start()
      .elicits({ pick: z.object({ text }) })
      .questions.get('pick')!;
    expect(response.safeParse({ text: sent }).success).toBe(true);
    expect(json['properties']).toEqual({ text: { type: 'string' } });
  });

  it('is sent with every pattern for the text as it is', () => {
    const text = z.string().regex(/^LH/u).regex(/R$/);
    const { json } = start()
      .elicits({ pick: z.object({ text }) })
      .questions.get('pick')!;
    expect(json['properties']).toMatchObject({ text: { allOf: [{ pattern: '^LH' }, { pattern: 'R$' }] } });
  });

  it.for<[what: string, definition: unknown, says: string]>([
    [
      'text',
      'text',
      'book_flight.elicits.pick is not a zod schema. Write it with zod 4: z.object({ … }) or {response: ',
    ],
    ['null', null, 'book_flight.elicits.pick is not a zod schema. Write it with zod 4: z.object({ … }) or {response: '],
    [
      'undefined',
      undefined,
      'book_flight.elicits.pick is not a zod schema. Write it with zod 4: z.object({ … }) or {response: ',
    ],
    [
      'JSON Schema',
      { type: 'object' },
      'book_flight.elicits.pick is not a zod schema. Write it with zod 4: z.object({ … }) or {response: ',
    ],
    ['a context that is no object', { response: pickFlight, context: z.string() }, 'pick.context is not a zod object'],
    ['a context of its own', { response: pickFlight, context: {} }, 'pick.context is not a zod object'],
    [
      'a context that takes the message',
      { response: pickFlight, context: z.object({ message: z.string() }) },
      'pick.context declares "message"',
    ],
  ])('is refused when it is %s', ([, pick, says]) => {
    const elicit = () => untyped(start())['elicits']!({ pick });
    expect(elicit).toThrow(ToolDeclarationError);
    expect(elicit).toThrow(says);
  });
});

describe('what JSON Schema cannot express', () => {
  class Seat {}
  it.for<[what: string, schema: z.ZodType, path: string]>([
    ['a date', z.object({ on: z.date() }), 'on'],
    ['a coerced date', z.object({ on: z.coerce.date() }), 'on'],
    ['a Map', z.object({ seats: z.map(z.string(), z.string()) }), 'seats'],
    ['a Set', z.object({ seats: z.set(z.string()) }), 'seats'],
    ['a bigint', z.object({ price: z.bigint() }), 'price'],
    ['a date in a list of objects', z.object({ legs: z.array(z.object({ on: z.date() })) }), 'legs.items.on'],
    ['a date in a tuple', z.object({ range: z.tuple([z.string(), z.date()]) }), 'range.prefixItems.1'],
    ['a date under optional', z.object({ on: z.date().optional() }), 'on'],
    ['a property named properties', z.object({ properties: z.object({ on: z.date() }) }), 'properties.on'],
    ['a function', z.object({ f: z.custom<() => void>(() => true) }), 'f'],
    ['an instance', z.object({ seat: z.instanceof(Seat) }), 'seat'],
    ['a file', z.object({ scan: z.file() }), 'scan'],
    ['a promise', z.object({ later: z.array(z.promise(z.string())) }), 'later.items'],
  ])('is refused when declared, naming the path: %s', ([, schema, path]) => {
    const declared: readonly [() => unknown, string][] = [
      [() => start().elicits({ pick: schema }), `book_flight.elicits.pick.${path} cannot be sent`],
      [
        () => start().elicits({ pick: { response: schema } }),
        `book_flight.elicits.pick.response.${path} cannot be sent`,
      ],
      [
        () => start().elicits({ pick: { response: pickFlight, context: schema as z.ZodObject } }),
        `book_flight.elicits.pick.context.${path} cannot be sent`,
      ],
      [
        () =>
          createMcpTool('book_flight')
            .description('x')
            .parameters(schema as z.ZodObject),
        `book_flight.parameters.${path} cannot be sent`,
      ],
    ];
    for (const [declare, says] of declared) {
      expect(declare).toThrow(ToolDeclarationError);
      expect(declare).toThrow(says);
    }
  });

  it('is let through where only the output has it', () => {
    const when = z.iso.datetime().transform((text) => new Date(text));
    expect(() => start().elicits({ pick: z.object({ when }) })).not.toThrow();
  });
});
