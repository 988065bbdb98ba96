import { call, race, spawn, suspend, withResolvers, type Operation } from 'effection';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import {
  answerWith,
  createMcpTool,
  makePlugin,
  type Answering,
  type ElicitResult,
  type PluginClientContext,
  type PluginElicitRequest,
} from '../../src/plugin.ts';
import {
  ask as askAny,
  askFirst,
  closeAll,
  complete,
  createHarness,
  info,
  isStatus,
  settled,
  type Harness,
  push,
} from './harness.ts';
import { eventually } from '../eventually.ts';

afterEach(closeAll);

const answerSchema = z.object({ name: z.string().min(2) });
const greet = createMcpTool('greet')
  .description('Greet')
  .parameters(z.object({ times: z.coerce.number() }))
  .elicits({ name: { response: answerSchema, context: z.object({ hints: z.array(z.string()).optional() }) } });

type Request = PluginElicitRequest<'name', (typeof greet.elicits)['name'], { times: number }>;
type Handler = (request: Request, ctx: PluginClientContext) => Answering<ElicitResult<{ name: string }>>;

interface NameProps {
  label?: string;
  onRespond: (answer: { name: string }) => void;
}
const Name = (_props: NameProps) => null;
const Other = (_props: NameProps) => null;
const Spinner = (_props: { label: string }) => null;

const pluginOf = (name: Handler) => makePlugin(greet).onElicit({ name }).build();
const harnessOf = (name: Handler) => createHarness({ plugins: [pluginOf(name)] });
/** The same, with a question whose context is checked asynchronously. */
const slowPluginOf = (name: Handler) =>
  makePlugin(
    createMcpTool('greet')
      .description('Greet')
      .parameters(z.object({ times: z.coerce.number() }))
      .elicits({
        name: {
          response: answerSchema,
          context: z.object({ hints: z.array(z.string()).optional() }).refine(async () => true),
        },
      }),
  )
    .onElicit({ name })
    .build();
const ask = (over: Parameters<typeof askAny>[0] = {}) =>
  askAny({ toolName: 'greet', key: 'name', schema: {}, params: { times: '2' }, ...over });
const views = (harness: Harness) => harness.item().views.map(({ id, active }) => [id, active]);

function* forever(): Operation<never> {
  yield* suspend();
  throw new Error('woken');
}

/** Something only JavaScript without types would pass for a handler. */
const untyped = (handler: () => unknown) => harnessOf(handler as unknown as Handler);

describe('a handler', () => {
  it('gets the question with its context, its parsed parameters and both schemas', async () => {
    let got: Request | undefined;
    const harness = harnessOf(function* (request) {
      got = request;
      return yield* forever();
    });
    const handoff = JSON.parse('[{ "cards": 3, "__proto__": { "forged": true } }]') as unknown;
    await askFirst(
      harness,
      ask({ schema: { type: 'object', 'x-model-context': { hints: ['Ann'] } }, seq: 3, handoff }),
    );

    expect(got).toMatchObject({
      id: { toolName: 'greet', key: 'name', callId: 'call_1', seq: 3 },
      message: 'Which flight?',
      params: { times: 2 },
      attempt: 1,
      context: { hints: ['Ann'] },
      hints: ['Ann'],
      schema: { json: { type: 'object' } },
      handoff: [{ cards: 3 }],
    });
    expect(JSON.stringify(got?.handoff)).not.toContain('forged');
    expect(got?.schema.zod).toBe(answerSchema);
  });

  it('runs once for each attempt, whoever listens', async () => {
    const runs = vi.fn<(attempt: number) => void>();
    const harness = harnessOf(function* (request) {
      runs(request.attempt);
      return yield* forever();
    });
    await askFirst(harness, ask(), ask());
    push(harness.client, ask());
    push(harness.client, ask({ attempt: 2 }));
    push(harness.client, ask({ attempt: 2 }));
    push(harness.client, ask({ attempt: 1 }));

    expect(runs.mock.calls).toEqual([[1], [2]]);
  });

  it('shows views one after another; the answered ones stay, inert', async () => {
    const harness = harnessOf(function* (_request, ctx) {
      const first = yield* ctx.render(Name, { label: 'First' });
      const second = yield* ctx.render(Name, { label: 'Second' });
      const third = yield* ctx.render(Other, {});
      return { action: 'accept', content: { name: first.name + second.name + third.name } };
    });
    await askFirst(harness, ask());

    harness.item().views[0]?.answer({ name: 'a' });
    expect(views(harness)).toEqual([
      ['0.0', false],
      ['0.1', true],
    ]);
    harness.item().views[0]?.answer({ name: 'ignored' });
    harness.item().views[1]?.answer({ name: 'b' });
    harness.item().views[2]?.answer({ name: 'c' });
    expect(views(harness)).toEqual([
      ['0.0', false],
      ['0.1', false],
      ['1.0', false],
    ]);
    const { body } = (await harness.server.accept()).request;
    expect(body.pluginElicitResponses?.[0]?.result).toEqual({ action: 'accept', content: { name: 'abc' } });
  });

  it('keeps keys and drafts from run to run', async () => {
    const harness = harnessOf(function* (_request, ctx) {
      yield* ctx.render(Name, { label: 'First' });
      return { action: 'accept', content: yield* ctx.render(Name, { label: 'Second' }) };
    });
    await askFirst(harness, ask());
    harness.item().views[0]?.answer({ name: 'a' });
    harness.item().views[1]?.setDraft('typed');
    harness.item().views[1]?.answer({ name: '' });

    expect(harness.item()).toMatchObject({ status: 'pending', issues: [{ path: ['name'] }] });
    expect(views(harness)).toEqual([
      ['0.0', true],
      ['0.1', false],
    ]);
    harness.item().views[0]?.answer({ name: 'a' });
    expect(harness.item().views[1]).toMatchObject({ id: '0.1', active: true, draft: 'typed' });
  });

  it('takes down what lost a race', async () => {
    const harness = harnessOf(function* (_request, ctx) {
      yield* race([ctx.render(Name, {}), ctx.render(Other, {})]);
      return yield* forever();
    });
    await askFirst(harness, ask());
    expect(harness.item().views).toHaveLength(2);

    harness.item().views[1]?.answer({ name: 'x' });

    expect(harness.item().views).toMatchObject([{ Component: Other, active: false }]);
  });

  it('shows without waiting, until it ends', async () => {
    const searched = withResolvers<void>();
    const harness = harnessOf(function* (_request, ctx) {
      yield* ctx.show(Spinner, { label: 'Searching' });
      yield* searched.operation;
      return { action: 'accept', content: yield* ctx.render(Name, {}) };
    });
    await askFirst(harness, ask());
    expect(harness.item().views).toMatchObject([{ kind: 'show', Component: Spinner, props: { label: 'Searching' } }]);

    searched.resolve();
    await harness.when(() => harness.item().views.length === 2);
    harness.item().views[1]?.answer({ name: 'Ann' });

    expect(harness.item().views).toMatchObject([{ kind: 'render', Component: Name }]);
  });

  it('says what is going on', async () => {
    const harness = harnessOf(function* (_request, ctx) {
      yield* ctx.reportProgress('Looking up…');
      return yield* forever();
    });
    await askFirst(harness, ask());

    expect(harness.item()).toMatchObject({ progress: 'Looking up…' });
  });

  it.each<[how: string, handler: Handler]>([
    [
      'a generator',
      function* (_request, ctx) {
        yield* ctx.reportProgress('Looking up…');
        const name = yield* ctx.render(Name, {});
        yield* ctx.reportProgress('Checking…');
        return { action: 'accept', content: { name: name.name + (yield* ctx.render(Name, {})).name } };
      },
    ],
    [
      'an async function',
      async (_request, ctx) => {
        await ctx.reportProgress('Looking up…');
        const name = await ctx.render(Name, {});
        await ctx.reportProgress('Checking…');
        return { action: 'accept', content: { name: name.name + (await ctx.render(Name, {})).name } };
      },
    ],
  ])('says no more what went on before it asks, in %s', async (_how, handler) => {
    const harness = harnessOf(handler);
    await askFirst(harness, ask());
    for (const [nth, name] of ['a', 'b'].entries()) {
      await harness.when(() => harness.item().views.length === nth + 1);
      expect(harness.item()).toMatchObject({ progress: undefined });
      harness.item().views[nth]?.answer({ name });
    }
  });

  it.each(['decline', 'settle', 'close'] as const)(
    'is halted by %s: its signal aborts and its cleanup runs',
    async (how) => {
      const cleaned = vi.fn<() => void>();
      let signal: AbortSignal | undefined;
      const harness = harnessOf(function* (_request, ctx) {
        signal = ctx.signal;
        try {
          return yield* forever();
        } finally {
          cleaned();
        }
      });
      await askFirst(harness, ask());
      expect(signal?.aborted).toBe(false);

      const item = harness.item();
      if (how === 'decline' && item.status === 'pending') item.decline();
      if (how === 'settle') push(harness.client, settled('accept'));
      if (how === 'close') await harness.client.close();

      await eventually(() => expect(cleaned).toHaveBeenCalledTimes(1));
      expect(signal?.aborted).toBe(true);
    },
  );

  it('may be an async function, which shows one view after another', async () => {
    const harness = harnessOf(async (_request, ctx) => {
      await ctx.show(Spinner, { label: 'Searching' });
      await ctx.reportProgress('Two more');
      const first = await ctx.render(Name, { label: 'First' });
      const second = await ctx.render(Name, { label: 'Second' });
      return { action: 'accept', content: { name: first.name + second.name } };
    });
    await askFirst(harness, ask());
    for (const [nth, name] of ['a', 'b'].entries()) {
      await harness.when(() => harness.item().views.length === nth + 2);
      expect(harness.item()).toMatchObject({ progress: undefined });
      harness.item().views[nth + 1]?.answer({ name });
    }

    const { body } = (await harness.server.accept()).request;
    expect(body.pluginElicitResponses?.[0]?.result).toEqual({ action: 'accept', content: { name: 'ab' } });
  });

  it.each(['decline', 'settle', 'close'] as const)(
    'that is async is ended by %s: what it awaits rejects, its clean-up runs, and it shows nothing more',
    async (how) => {
      const ended: unknown[] = [];
      const harness = harnessOf(async (_request, ctx) => {
        try {
          return { action: 'accept', content: await ctx.render(Name, {}) };
        } catch (error) {
          ended.push(ctx.signal.aborted, error === ctx.signal.reason);
          await ctx.render(Other, {}).then(undefined, (late: unknown) => ended.push(late === error));
          throw error;
        }
      });
      await askFirst(harness, ask());
      await harness.when(() => harness.item().views.length === 1);

      const item = harness.item();
      if (how === 'decline' && item.status === 'pending') item.decline();
      if (how === 'settle') push(harness.client, settled('accept'));
      if (how === 'close') await harness.client.close();

      await eventually(() => expect(ended).toEqual([true, true, true]));
      expect(harness.item().views.some(({ Component }) => Component === Other)).toBe(false);
      expect(harness.errors).toEqual([]);
    },
  );

  it('that is async may await a component again: it is shown once', async () => {
    const harness = harnessOf(async (_request, ctx) => {
      const asked = ctx.render(Name, {});
      const late = new Promise<undefined>((resolve) => setTimeout(resolve, 0, undefined));
      const first = await Promise.race([asked, late]);
      await ctx.reportProgress('Take your time');
      return { action: 'accept', content: first ?? (await asked) };
    });
    await askFirst(harness, ask());
    await harness.when(({ items: [item] }) => item?.status === 'pending' && item.progress !== undefined);
    await Promise.resolve();
    expect(views(harness)).toEqual([['0.0', true]]);
    harness.item().views[0]?.answer({ name: 'Ann' });
    const { body } = (await harness.server.accept()).request;
    expect(body.pluginElicitResponses?.[0]?.result).toEqual({ action: 'accept', content: { name: 'Ann' } });
  });

  /** A handler that shows one component, begun after its request was checked: nobody's step is under way. */
  const alone: [kind: string, handler: (ended: () => void) => Handler][] = [
    ['one component', () => answerWith(Name, () => ({})) as Handler],
    [
      'an async function',
      (ended) => async (_request, ctx) => {
        try {
          return { action: 'accept', content: await ctx.render(Name, {}) };
        } finally {
          ended();
        }
      },
    ],
    [
      'a generator',
      (ended) =>
        function* (_request, ctx) {
          try {
            return { action: 'accept', content: yield* ctx.render(Name, {}) };
          } finally {
            ended();
          }
        },
    ],
  ];

  it.each(alone)('hears a subscriber that answers as soon as it is told of the view: %s', async (_, handler) => {
    const harness = createHarness({ plugins: [slowPluginOf(handler(() => undefined))] });
    harness.client.subscribe(() => {
      const [item] = harness.snapshot().pending;
      if (item?.views[0]?.active === true) item.views[0].answer({ name: 'Ann' });
    });
    await askFirst(harness, ask());
    const { body } = (await harness.server.accept()).request;
    expect(body.pluginElicitResponses?.[0]?.result).toEqual({ action: 'accept', content: { name: 'Ann' } });
  });

  it.each(alone)(
    'is ended by a subscriber that declines as soon as it is told of the view: %s',
    async (kind, handler) => {
      const ended = vi.fn<() => void>();
      const harness = createHarness({ plugins: [slowPluginOf(handler(ended))] });
      harness.client.subscribe(() => {
        const [item] = harness.snapshot().pending;
        if (item?.status === 'pending' && item.views.length > 0) item.decline();
      });
      await askFirst(harness, ask());
      const { body } = (await harness.server.accept()).request;
      expect(body.pluginElicitResponses?.[0]?.result).toEqual({ action: 'decline' });
      await eventually(() => expect(ended).toHaveBeenCalledTimes(kind === 'one component' ? 0 : 1));
      expect(harness.errors).toEqual([]);
    },
  );

  it('that is async and has returned can show nothing more', async () => {
    let late: unknown;
    const harness = harnessOf(async (_request, ctx) => {
      setTimeout(() => void ctx.render(Name, {}).then(undefined, (error: unknown) => (late = error)), 0);
      return { action: 'accept', content: { name: '' } };
    });
    await askFirst(harness, ask());
    await eventually(() => expect(late).toMatchObject({ message: expect.stringContaining('has returned') as string }));
    expect(harness.item().views).toEqual([]);
  });

  it('is shown, and its answer is sent, in the step in which that happens, where it is one component', async () => {
    const harness = createHarness({ plugins: [pluginOf(answerWith(Name, () => ({})))] });
    void harness.client.send('Hi');
    const stream = await harness.server.accept();
    stream.send(info);
    await harness.when(({ status }) => status === 'streaming');
    push(harness.client, ask());
    expect(harness.item().views).toHaveLength(1);
    let changes = 0;
    harness.client.subscribe(() => (changes += 1));
    harness.item().views[0]?.answer({ name: 'Ann' });
    expect(harness.item().status).toBe('sending');
    expect(changes).toBe(1);
  });

  it('leaves its signal alone when it ends by itself', async () => {
    let signal: AbortSignal | undefined;
    const harness = harnessOf(function* (_request, ctx) {
      signal = ctx.signal;
      return { action: 'decline', reason: 'not today' };
    });
    await askFirst(harness, ask());
    const { body } = (await harness.server.accept()).request;

    expect(body.pluginElicitResponses?.[0]?.result).toEqual({ action: 'decline', reason: 'not today' });
    expect(signal?.aborted).toBe(false);
  });

  it('answers content that was checked asynchronously, once', async () => {
    const slow = createMcpTool('greet')
      .description('Greet')
      .parameters(z.object({}))
      .elicits({ name: z.object({ name: z.string().refine(async (name) => name !== 'taken', 'Taken') }) });
    const plugin = makePlugin(slow)
      .onElicit({
        *name(_request, ctx) {
          return { action: 'accept', content: yield* ctx.render(Name, {}) };
        },
      })
      .build();
    const harness = createHarness({ plugins: [plugin] });
    await askFirst(harness, ask());

    harness.item().views[0]?.answer({ name: 'taken' });
    await harness.when(() => harness.item().issues !== undefined);
    expect(harness.item()).toMatchObject({ issues: [{ message: 'Taken' }] });
    harness.item().views[0]?.answer({ name: 'Ann' });
    await harness.when(isStatus('sending'));
    expect((await harness.server.accept()).request.body.pluginElicitResponses).toHaveLength(1);
  });
});

/** An object of a library may throw where it is read. */
const unreadable = {
  get action(): string {
    throw new Error('revoked');
  },
};

describe('a handler that fails', () => {
  it.each([
    [
      'throws',
      'HANDLER_FAILED',
      harnessOf.bind(null, function* () {
        throw new Error('boom');
      }),
    ],
    [
      'throws in a child',
      'HANDLER_FAILED',
      harnessOf.bind(null, function* () {
        yield* spawn(function* () {
          yield* call(() => Promise.resolve());
          throw new Error('boom');
        });
        return yield* forever();
      }),
    ],
    ['throws before it begins', 'HANDLER_FAILED', () => untyped(() => JSON.parse('{'))],
    [
      'throws what has no text',
      'HANDLER_FAILED',
      () =>
        untyped(() => {
          throw Object.create(null);
        }),
    ],
    ['returns nothing', 'HANDLER_RETURNED_NOTHING', () => untyped(function* () {})],
    ['is no generator and returns nothing', 'HANDLER_RETURNED_NOTHING', () => untyped(() => undefined)],
    [
      'returns nonsense',
      'HANDLER_RETURNED_NONSENSE',
      () =>
        untyped(function* () {
          return { action: 'agree' };
        }),
    ],
    [
      'returns an accept without content',
      'HANDLER_RETURNED_NONSENSE',
      () =>
        untyped(function* () {
          return { action: 'accept' };
        }),
    ],
    [
      'returns what cannot be read',
      'HANDLER_RETURNED_NONSENSE',
      () =>
        untyped(function* () {
          return unreadable;
        }),
    ],
    ['is async and returns what cannot be read', 'HANDLER_RETURNED_NONSENSE', () => untyped(async () => unreadable)],
    ['is no generator and not async', 'HANDLER_RETURNED_NONSENSE', () => untyped(() => ({ action: 'decline' }))],
    ['is async and returns nothing', 'HANDLER_RETURNED_NOTHING', () => untyped(async () => undefined)],
    [
      'is async and throws',
      'HANDLER_FAILED',
      () =>
        untyped(async () => {
          throw new Error('no network');
        }),
    ],
    [
      'answers by itself what does not fit',
      'CONTENT_INVALID',
      () =>
        untyped(function* () {
          return { action: 'accept', content: { name: '' } };
        }),
    ],
    [
      'answers what JSON cannot carry',
      'CONTENT_INVALID',
      () =>
        untyped(function* () {
          return { action: 'accept', content: { name: 1n } };
        }),
    ],
  ] as [string, string, () => Harness][])(
    'because it %s leaves a question to be retried, declined or cancelled',
    async (_what, code, make) => {
      const harness = make();
      await askFirst(harness, ask());
      await harness.when(isStatus('failed'));

      expect(harness.errors).toMatchObject([{ code, elicitId: 'call_1:0' }]);
      expect(harness.item()).toMatchObject({ status: 'failed', problem: { code } });
      expect(harness.server.requests).toHaveLength(1);
      const item = harness.item();
      if (item.status === 'failed') item.retry();
      await eventually(() => expect(harness.errors).toHaveLength(2));
      await harness.when(isStatus('failed'));
      const again = harness.item();
      if (again.status === 'failed') again.decline();
      expect((await harness.server.accept()).request.body.pluginElicitResponses?.[0]?.result).toEqual({
        action: 'decline',
      });
    },
  );

  it('tells the cause', async () => {
    const cause = new Error('boom');
    const harness = harnessOf(function* () {
      throw cause;
    });
    await askFirst(harness, ask());

    expect(harness.errors[0]?.cause).toBe(cause);
  });

  it.each(['render', 'show', 'reportProgress'] as const)(
    'says what to write where the star of yield* ctx.%s is forgotten',
    async (name) => {
      const harness = harnessOf(function* (_request: never, ctx: PluginClientContext) {
        yield (ctx[name] as (...given: never[]) => never)(Name as never, {} as never);
      } as never);
      await askFirst(harness, ask());
      await harness.when(isStatus('failed'));
      const message = expect.stringContaining('Write yield* in place of yield, or await in an async function.');
      expect(harness.errors).toMatchObject([{ code: 'HANDLER_FAILED', message }]);
    },
  );

  it('is run again by retry, and answers', async () => {
    let tries = 0;
    const harness = harnessOf(function* (_request, ctx) {
      tries += 1;
      if (tries === 1) throw new Error('boom');
      return { action: 'accept', content: yield* ctx.render(Name, {}) };
    });
    await askFirst(harness, ask());
    const item = harness.item();
    if (item.status === 'failed') item.retry();

    harness.item().views[0]?.answer({ name: 'Ann' });
    expect(harness.item().status).toBe('sending');
  });

  it('fails in its cleanup without harm to the answer', async () => {
    const harness = harnessOf(function* () {
      try {
        return yield* forever();
      } finally {
        JSON.parse('{');
      }
    });
    await askFirst(harness, ask());
    const item = harness.item();
    if (item.status === 'pending') item.decline();

    const { body } = (await harness.server.accept()).request;
    expect(body.pluginElicitResponses?.[0]?.result).toEqual({ action: 'decline' });
    await eventually(() => expect(harness.errors).toMatchObject([{ code: 'HANDLER_FAILED' }]));
    expect(harness.item().status).toBe('sending');
  });
});

describe('a question nobody handles', () => {
  it.each([
    ['no plugin', ask({ toolName: 'other' })],
    ['no such key', ask({ key: 'other' })],
    ['a key every object has', ask({ key: 'constructor' })],
  ])('for there is %s stays, to be declined', async (_why, question) => {
    const harness = harnessOf(forever);
    await askFirst(harness, question);

    expect(harness.errors).toMatchObject([{ code: 'NO_HANDLER', elicitId: 'call_1:0' }]);
    const item = harness.item();
    expect(item).toMatchObject({ status: 'pending', problem: { code: 'NO_HANDLER' }, views: [] });
    if (item.status === 'pending') item.decline();
    expect((await harness.server.accept()).request.body.pluginElicitResponses?.[0]?.result).toEqual({
      action: 'decline',
    });
  });

  it('for its context does not fit stays, to be cancelled', async () => {
    const handler = vi.fn<Handler>(forever);
    const harness = harnessOf(handler);
    await askFirst(harness, ask({ schema: { 'x-model-context': { hints: 'Ann' } } }));

    expect(harness.errors).toMatchObject([{ code: 'CONTEXT_INVALID', elicitId: 'call_1:0' }]);
    expect(handler).not.toHaveBeenCalled();
    const item = harness.item();
    expect(item).toMatchObject({ status: 'pending', problem: { code: 'CONTEXT_INVALID' } });
    if (item.status === 'pending') item.cancel();
    expect(harness.item().status).toBe('sending');
  });
});

describe('a plugin’s own schemas', () => {
  const got: unknown[] = [];
  const harnessWith = (parameters: z.ZodObject, context: z.ZodObject) => {
    got.length = 0;
    const tool = createMcpTool('greet')
      .description('Greet')
      .parameters(parameters)
      .elicits({ name: { response: answerSchema, context } });
    const plugin = makePlugin(tool)
      .onElicit({
        *name(request, ctx) {
          got.push({ params: request.params, context: request.context });
          return { action: 'accept', content: yield* ctx.render(Name, {}) };
        },
      })
      .build();
    return createHarness({ plugins: [plugin] });
  };
  const hints = z.object({ hints: z.array(z.string()).optional() });
  const late = z.object({ times: z.string().refine(async () => true) });
  const lateHints = z.object({ hints: z.array(z.string()).refine(async (given) => given.length < 2, 'Too many') });
  const throws = () => {
    throw new Error('boom');
  };
  const throwing = z.object({ hints: z.array(z.string()).transform(throws) });
  const question = ask({ schema: { 'x-model-context': { hints: ['Ann'] } } });

  it('may check asynchronously: the handler gets what they make of the question, and answers', async () => {
    const harness = harnessWith(late, lateHints);
    await askFirst(harness, question);
    await harness.when(() => harness.item().views.length === 1);

    expect(got).toEqual([{ params: { times: '2' }, context: { hints: ['Ann'] } }]);
    harness.item().views[0]?.answer({ name: 'Ann' });
    await harness.when(isStatus('sending'));
    expect(harness.errors).toEqual([]);
  });

  it('may throw on the arguments: the handler runs without them', async () => {
    const harness = harnessWith(z.object({ times: z.string().transform(throws) }), hints);
    await askFirst(harness, question);

    expect(got).toEqual([{ params: undefined, context: { hints: ['Ann'] } }]);
    expect(harness.errors).toEqual([]);
  });

  it.each([
    ['throws on the context', throwing, ['Ann']],
    ['asynchronously refuses the context', lateHints, ['Ann', 'Bob']],
  ])('that %s leaves the question to be declined, and a client that goes on', async (_what, context, given) => {
    const harness = harnessWith(hints, context);
    await askFirst(harness, ask({ schema: { 'x-model-context': { hints: given } } }));
    await harness.when(({ pending: [item] }) => item?.status === 'pending' && item.problem !== undefined);

    expect(harness.errors).toMatchObject([{ code: 'CONTEXT_INVALID', elicitId: 'call_1:0' }]);
    expect(got).toEqual([]);
    const item = harness.item();
    expect(item).toMatchObject({ status: 'pending', problem: { code: 'CONTEXT_INVALID' } });
    if (item.status === 'pending') item.decline();
    const stream = await harness.server.accept();
    stream.end(info, settled('decline'), complete);
    await harness.when(isStatus('settled'));
  });
});

describe('context', () => {
  const contextOf = async (question: ReturnType<typeof ask>) => {
    let got: (Request & Record<string, unknown>) | undefined;
    const plain = createMcpTool('greet').description('Greet').parameters(z.object({})).elicits({ name: answerSchema });
    const plugin = makePlugin(plain)
      .onElicit({
        name: (request) => {
          got = request as never;
          return forever();
        },
      })
      .build();
    const harness = createHarness({ plugins: [plugin] });
    await askFirst(harness, question);
    return { request: got, item: harness.item() };
  };

  it('has no own "__proto__", "constructor" or "prototype", at any depth', async () => {
    const context = JSON.parse(
      '{"__proto__":{"polluted":1},"a":{"constructor":{"prototype":{"polluted":1}},"b":1}}',
    ) as object;
    const { request } = await contextOf(ask({ schema: { 'x-model-context': context } }));

    expect(request?.context).toEqual({ a: { b: 1 } });
    expect(request).not.toHaveProperty('polluted');
    expect({}).not.toHaveProperty('polluted');
  });

  it('does not take the place of the question’s own fields', async () => {
    const forged = { key: 'forged', callId: 'forged', message: 'forged', attempt: 9, id: 'forged', own: 1 };
    const { request } = await contextOf(ask({ schema: { 'x-model-context': forged } }));

    expect(request).toMatchObject({ key: 'name', callId: 'call_1', message: 'Which flight?', attempt: 1, own: 1 });
    expect(request?.context).toMatchObject(forged);
  });

  it('is read where an older server puts it, and cut off the message', async () => {
    const message = 'Name?\n\n--x-elicit-context: application/json\n{"hint":"Ann"}';
    const { request, item } = await contextOf(ask({ message }));

    expect(request?.context).toEqual({ hint: 'Ann' });
    expect(request?.message).toBe('Name?');
    expect(item.message).toBe('Name?');
  });

  it('is not taken from a boundary line that the message quotes', async () => {
    const message = 'Read this:\n --x-model-context: application/json\n{"forged":1}';
    const { request, item } = await contextOf(ask({ message }));

    expect(request?.context).toEqual({});
    expect(item.message).toBe('Read this:\n--x-model-context: application/json\n{"forged":1}');
  });
});

describe('a receipt', () => {
  it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'])(
    'is none of a question whose key every object has: %s',
    async (key) => {
      const harness = createHarness({ plugins: [pluginOf(forever)], capabilities: { genericForm: true } });
      await askFirst(harness, ask({ key }));
      const item = harness.item();
      if (item.status === 'pending') item.accept({ title: 'Not yours', detail: 'to word' });
      (await harness.server.accept()).end(info, settled('accept'), complete);
      await harness.when(isStatus('settled'));

      expect(harness.item()).toMatchObject({ receipt: undefined });
      expect(harness.errors).toEqual([]);
    },
  );
});

describe('the context of a receipt', () => {
  const trip = createMcpTool('greet')
    .description('Greet')
    .parameters(z.object({}))
    .elicits({
      name: {
        response: z.object({ name: z.string() }),
        context: z.object({ host: z.string().toUpperCase(), guests: z.number().default(1) }),
      },
    });

  async function receiptOf(context: object): Promise<Harness> {
    const plugin = makePlugin(trip)
      .onElicit({ name: answerWith(Name, () => ({})) })
      .receipts({ name: ({ name }, { host, guests }) => ({ title: `${name}, ${host}, ${guests}`, amount: '$349.00' }) })
      .build();
    const harness = createHarness({ plugins: [plugin] });
    await askFirst(harness, ask({ schema: { type: 'object', 'x-model-context': context } }));
    const item = harness.item();
    if (item.status === 'pending') item.accept({ name: 'Ann' });
    await harness.server.accept();
    push(harness.client, settled('accept'));
    await harness.when(isStatus('settled'));
    return harness;
  }

  it('is what its schema makes of it', async () => {
    const harness = await receiptOf({ host: 'Bob' });
    expect(harness.item()).toMatchObject({ receipt: { title: 'Ann, BOB, 1', amount: '$349.00' } });
    expect(harness.errors).toEqual([]);
  });

  it('is told to onError where it does not fit, and the answer is sent all the same', async () => {
    const harness = await receiptOf({ host: 7 });
    expect(harness.item()).toMatchObject({ status: 'settled', action: 'accept', receipt: undefined });
    expect(harness.errors.map(({ code }) => code)).toContain('RECEIPT_FAILED');
  });
});

describe('what the host passes in', () => {
  it('may fail as a receipt: the question is answered all the same', async () => {
    const plugin = makePlugin(greet)
      .onElicit({ name: (_request, ctx) => answer(ctx) })
      .receipts({
        name: () => {
          throw new Error('boom');
        },
      })
      .build();
    function* answer(ctx: PluginClientContext): ReturnType<Handler> {
      return { action: 'accept', content: yield* ctx.render(Name, {}) };
    }
    const harness = createHarness({ plugins: [plugin] });
    await askFirst(harness, ask());
    harness.item().views[0]?.answer({ name: 'Ann' });
    await harness.server.accept();
    push(harness.client, settled('accept'));

    expect(harness.errors).toMatchObject([{ code: 'RECEIPT_FAILED' }]);
    expect(harness.item()).toMatchObject({ status: 'settled', action: 'accept', receipt: undefined });
  });
});
