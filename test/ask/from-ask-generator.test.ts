import { run } from 'effection';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { fromAskGenerator, type AskSecrets } from '../../src/ask.ts';
import { createChatHandler, type DurableStore } from '../../src/server.ts';
import { createMockClient, runTool } from '../../src/testing.ts';
import { accept, agent, createChat, only, questionOf, read, respond, the, user } from '../chat/harness.ts';
import { eventually } from '../eventually.ts';
import { mortal } from '../faults/mortal-store.ts';
import { connect, endpointOf, keys, sharedStore } from '../mcp/harness.ts';

const conversationId = 'plain';
const declared = { description: 'Sign up', parameters: z.looseObject({}) };

/** A tool as those of other runtimes: its effects stand between the questions. */
function createSignUp(sent: string[] = [], ended: string[] = []) {
  return fromAskGenerator('sign_up', declared, function* () {
    sent.push('began');
    try {
      const name = yield { ask: 'text', message: 'Name?', minLength: 2, id: 'name' };
      yield { emit: 'status', message: `Hello, ${String(name)}` };
      const email = yield { ask: 'text', message: 'Email?', pattern: '.+@.+' };
      if ((yield { ask: 'confirm', message: 'Send it?' }) !== true) return 'Nothing was sent.';
      sent.push(`${String(name)} <${String(email)}>`);
      yield { emit: 'progress', message: 'Sending…', value: 0.5 };
      return { name, email };
    } finally {
      ended.push('ended');
    }
  });
}

const openChat = (tool: ReturnType<typeof createSignUp>, options: Parameters<typeof createChat>[1] = {}) =>
  createChat(agent([{ name: tool.name, arguments: {} }]), { tools: [tool], ...options });

const gone = /has restarted, and this tool cannot go on .* ask the person before you call it again/;

describe('a plain generator that yields its questions', () => {
  it('asks them in a chat, again after a wrong answer, and gives its result', async () => {
    const sent: string[] = [];
    const chat = openChat(createSignUp(sent));
    const name = await chat.post({ conversationId, messages: [user('Go')] });
    expect(questionOf(name)).toMatchObject({ key: '~open:name', message: 'Name?', schema: { minLength: 2 } });
    const again = await chat.post({ conversationId, pluginElicitResponses: [accept(questionOf(name), 'A')] });
    expect(questionOf(again)).toMatchObject({ key: '~open:name', attempt: 2, issues: [expect.anything()] });
    const email = await chat.post({ conversationId, pluginElicitResponses: [accept(questionOf(again), 'Ada')] });
    expect(only(email, 'plugin_progress')).toMatchObject([{ message: 'Hello, Ada' }]);
    const confirm = await chat.post({ conversationId, pluginElicitResponses: [accept(questionOf(email), 'a@b.c')] });
    const done = await chat.post({ conversationId, pluginElicitResponses: [accept(questionOf(confirm), true)] });
    expect(JSON.parse(the(done, 'tool_result').content)).toEqual({ name: 'Ada', email: 'a@b.c' });
    expect(only(done, 'plugin_progress')).toMatchObject([{ message: 'Sending…', progress: 0.5, total: 1 }]);
    expect(sent).toEqual(['began', 'Ada <a@b.c>']);
    expect(chat.errors).toEqual([]);
  });

  it('gets each kind of answer at its yield', async () => {
    const got: unknown[] = [];
    const tool = fromAskGenerator('all', declared, async function* () {
      await Promise.resolve();
      got.push(yield { ask: 'number', message: 'How many?', min: 1 });
      got.push(yield { ask: 'date', message: 'When?' });
      got.push(yield { ask: 'select', message: 'Size?', options: ['S', 'M'] });
      got.push(yield { ask: 'select', message: 'Extras?', options: [{ value: 'l', label: 'Lunch' }], multi: true });
      got.push(yield { emit: 'log', message: 'half way', level: 'warn' });
      return 'done';
    });
    const elicitResponses = [2, '2026-12-24', 'M', ['l']].map((content) => ({ action: 'accept' as const, content }));
    const client = createMockClient({ elicitResponses });
    expect(await run(() => runTool(tool, {}, client))).toBe('done');
    expect(got).toEqual([2, '2026-12-24', 'M', ['l'], undefined]);
    expect(client.elicitCalls.map(({ key }) => key)).toEqual(['number-1', 'date-1', 'select-1', 'selectMany-1']);
  });

  it('offers its choices in the order of its list, also where their values are numbers', async () => {
    const options = [{ value: '10', label: 'Ten' }, { value: '2', label: 'Two' }, 'more'];
    const tool = fromAskGenerator('many', declared, function* () {
      return yield { ask: 'select', message: 'How many?', options };
    });
    const chat = openChat(tool as never);
    const { schema } = questionOf(await chat.post({ conversationId, messages: [user('Go')] }));
    const listed = [
      { const: '10', title: 'Ten' },
      { const: '2', title: 'Two' },
      { const: 'more', title: 'more' },
    ];
    expect(schema['anyOf']).toMatchObject(listed);
  });

  it('hears at its yield that the person declined, and may go on', async () => {
    const tool = fromAskGenerator('kind', declared, function* () {
      try {
        return yield { ask: 'text', message: 'Name?' };
      } catch (error) {
        return `No name: ${(error as { reason: string }).reason}`;
      }
    });
    const chat = openChat(tool as never);
    const asked = await chat.post({ conversationId, messages: [user('Go')] });
    const pluginElicitResponses = [respond(questionOf(asked), { action: 'decline' })];
    const declined = await chat.post({ conversationId, pluginElicitResponses });
    expect(the(declined, 'tool_result').content).toBe('No name: declined');
  });

  it.each([
    ['a promise', () => Promise.reject(new Error('unheard')), /yielded a promise\. Write an async function\*/],
    ['a text', () => 'Name?', /yielded string\. Yield \{ ask, message \}/],
    ['a word that there is not', () => ({ ask: 'colour', message: 'Which?' }), /yielded \{ ask: 'colour' \}/],
  ])('that yields %s reads what to write', async (_, foreign, problem) => {
    const tool = fromAskGenerator('odd', declared, function* () {
      yield foreign() as never;
    });
    await expect(run(() => runTool(tool, {}, createMockClient()))).rejects.toMatchObject({
      code: 'ASK_YIELD',
      message: expect.stringMatching(problem) as string,
    });
  });

  it('gets a password itself, and no store keeps it', async () => {
    const stored: string[] = [];
    const store: DurableStore = sharedStore();
    const secrets: AskSecrets = { pageFor: (handle) => `https://example.com/${handle}`, read: () => 'hunter22' };
    let got: unknown;
    const tool = fromAskGenerator('log_in', { ...declared, secrets }, function* () {
      got = yield { ask: 'password', message: 'Password?' };
      return 'Logged in.';
    });
    const chat = openChat(tool as never, {
      store: { ...store, commit: (given) => (stored.push(JSON.stringify(given)), store.commit(given)) },
    });
    const asked = await chat.post({ conversationId, messages: [user('Go')] });
    const done = await chat.post({ conversationId, pluginElicitResponses: [accept(questionOf(asked), {})] });
    expect(the(done, 'tool_result').content).toBe('Logged in.');
    expect(got).toBe('hunter22');
    expect(stored.join()).not.toContain('hunter22');
  });

  it('runs its finally blocks when the person stops the call', async () => {
    const ended: string[] = [];
    const chat = openChat(createSignUp([], ended));
    const asked = await chat.post({ conversationId, messages: [user('Go')] });
    await chat.post({ conversationId, pluginAbort: { sessionId: questionOf(asked).sessionId } });
    expect(ended).toEqual(['ended']);
  });
});

describe('a call of a plain generator', () => {
  /** Two processes over one store. Conversations leave memory as soon as they may. */
  function openTwo(sent: string[] = [], ended: string[] = []) {
    const shared = sharedStore();
    const limits = { leaseTime: 2000, parkAfter: 0, sweepEvery: 50 };
    const errors: unknown[] = [];
    const open = () => {
      const commits: unknown[] = [];
      let standing: Promise<void> | undefined;
      const commit: DurableStore['commit'] = async (given) => {
        await standing;
        commits.push(given);
        return shared.commit(given);
      };
      /** The process stands still until the returned function is called. */
      const standStill = () => {
        let goOn = (): void => undefined;
        standing = new Promise((resolve) => (goOn = resolve));
        return () => goOn();
      };
      const store = mortal({ ...shared, commit });
      let isDead = false;
      const handler = createChatHandler({
        provider: agent([{ name: 'sign_up', arguments: {} }]).provider,
        tools: [createSignUp(sent, ended)],
        store,
        limits,
        onEvent: (event) => void (event.type === 'error' && errors.push(event.error)),
      });
      onTestFinished(async () => {
        // A store that never answers keeps its handler from closing.
        if (!isDead) await handler.close();
      });
      const post = async (body: object) =>
        read(
          await handler(
            new Request('http://chat.test/', {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ conversationId, messages: [], ...body }),
            }),
          ),
        );
      const die = () => {
        isDead = true;
        return store.die();
      };
      return { handler, post, commits, die, standStill };
    };
    return { first: open(), second: open(), errors };
  }
  const go = { messages: [{ ...user('Go'), id: 'm1' }] };

  it('never runs twice, and is answered by way of another process, however long it waits', async () => {
    const sent: string[] = [];
    const { first, second, errors } = openTwo(sent);
    let told = await first.post(go);
    // The lease is renewed while the question waits.
    const before = first.commits.length;
    await eventually(() => expect(first.commits.length).toBeGreaterThan(before));
    for (const answer of ['Ada', 'a@b.c', true]) {
      // Each answer needs the question before it.
      told = await second.post({
        revision: told.state.revision,
        pluginElicitResponses: [accept(questionOf(told), answer)],
      });
    }
    // The answer's own response may hold the turn live, and once more as it stands in the end.
    expect(only(told, 'tool_result')[0]?.content).toContain('a@b.c');
    expect(the(await second.post({ revision: 0, attach: true }), 'tool_result').content).toContain('a@b.c');
    expect(sent).toEqual(['began', 'Ada <a@b.c>']);
    expect(errors).toEqual([]);
  });

  it('ends as lost when its process dies, and is not begun again', async () => {
    const sent: string[] = [];
    const { first, second } = openTwo(sent);
    const asked = await first.post(go);
    await first.die();
    const told = await eventually(async () => {
      const found = await second.post({ revision: 0, attach: true });
      expect(only(found, 'tool_error')).toHaveLength(1);
      return found;
    });
    expect(the(told, 'tool_error').message).toMatch(gone);
    const late = await second.post({
      revision: told.state.revision,
      pluginElicitResponses: [accept(questionOf(asked), 'Ada')],
    });
    expect(only(late, 'plugin_elicit_settled')).toEqual([]);
    expect(sent).toEqual(['began']);
  });

  it('is stopped, with its finally blocks, when its server closes', async () => {
    const ended: string[] = [];
    const { first, second } = openTwo([], ended);
    await first.post(go);
    await first.handler.close();
    expect(ended).toEqual(['ended']);
    const told = await second.post({ revision: 0, attach: true });
    expect(the(told, 'tool_error').message).toContain('The server is closing.');
  });

  it('ends as lost when its process stands still, and does not keep that process from closing', async () => {
    const { first, second, errors } = openTwo();
    await first.post(go);
    const goOn = first.standStill();
    await eventually(async () => {
      const found = await second.post({ revision: 0, attach: true });
      expect(the(found, 'tool_error').message).toMatch(gone);
    });
    const closed = first.handler.close();
    goOn();
    await closed;
    expect(errors).toEqual([]);
  });

  it('does not keep a sweep waiting', async () => {
    const chat = openChat(createSignUp(), { store: sharedStore(), limits: { leaseTime: 300 } });
    await chat.post({ conversationId, messages: [user('Go')] });
    await expect(chat.handler.sweep()).resolves.toBeUndefined();
  });

  it.each(['legacy', 'modern'] as const)('is made over MCP in the %s era, over a store, too', async (era) => {
    const sent: string[] = [];
    const script = ['Ada', 'a@b.c', true];
    const onAsked = () => ({ action: 'accept', content: { answer: script.shift() } });
    const endpoint = endpointOf([createSignUp(sent)], { store: sharedStore(), keys });
    const { client } = await connect(endpoint, era, { onAsked });
    const result = await client.callTool({ name: 'sign_up', arguments: {} });
    expect(result.structuredContent).toEqual({ name: 'Ada', email: 'a@b.c' });
    expect(sent).toEqual(['began', 'Ada <a@b.c>']);
  });
});

describe('a server that no process stays for refuses such a tool', () => {
  const message = /cannot be run again from its journal/;

  it('as a chat handler', () => {
    const options = { provider: agent().provider, tools: [createSignUp()], store: sharedStore() };
    expect(() => createChatHandler({ ...options, limits: { sweepEvery: Infinity } })).toThrow(message);
  });

  it('as an MCP endpoint', () => {
    const options = { store: sharedStore(), keys, limits: { sweepEvery: Infinity } };
    expect(() => endpointOf([createSignUp()], options)).toThrow(message);
    expect(() => endpointOf([createSignUp()], { keys, sealed: true })).toThrow(/sealed: true/);
  });
});
