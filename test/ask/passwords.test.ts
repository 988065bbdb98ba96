import { inspect } from 'node:util';
import { run } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createAskTool, type AskSecrets, type SecretHandle } from '../../src/ask.ts';
import type { DurableStore } from '../../src/server.ts';
import { createMockClient, runTool } from '../../src/testing.ts';
import { accept, agent, createChat, questionOf, the, user } from '../chat/harness.ts';
import { connect, endpointOf, sharedStore } from '../mcp/harness.ts';

const value = 'correct horse battery staple';

/** A host with a page for passwords. `fill` is the person on that page. */
function createPage() {
  const kept = new Map<string, string | undefined>();
  const waiting = new Map<string, () => void>();
  const aborted: string[] = [];
  const secrets: AskSecrets = {
    pageFor: (handle) => `https://example.com/secret/${handle}`,
    read: (handle, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => aborted.push(handle));
        const give = () => resolve(kept.get(handle));
        if (kept.has(handle)) give();
        else waiting.set(handle, give);
      }),
  };
  const fill = (url: string | undefined, text?: string) => {
    const handle = url?.split('/').at(-1) ?? '';
    kept.set(handle, text);
    waiting.get(handle)?.();
  };
  return { secrets, fill, waiting, aborted };
}

function createLogin(secrets: AskSecrets, logins: string[] = [], timeout?: number) {
  return createAskTool('log_in')
    .description('Log in')
    .parameters(z.looseObject({}))
    .execute(
      function* (_, ask) {
        const handle = yield* ask.password('Your password, please.', { timeout });
        yield* ask.log('info', `It is kept as ${handle}.`);
        const user = yield* ask.text('And your name?');
        yield* ask.step('log in', function* () {
          logins.push(`${user}: ${yield* ask.secret(handle)}`);
        });
        return `${user} is logged in.`;
      },
      { secrets },
    );
}

/** A store that writes down what it is asked to keep. */
function watched(store: DurableStore, seen: string[]): DurableStore {
  return {
    ...store,
    commit: (...given) => {
      seen.push(JSON.stringify(given));
      return store.commit(...given);
    },
  };
}

it('a password is in no store, event, stream or message, and a step can read it', async () => {
  const page = createPage();
  const logins: string[] = [];
  const seen: string[] = [];
  const stored: string[] = [];
  const model = agent([{ name: 'log_in', arguments: {} }]);
  const chat = createChat(model, {
    tools: [createLogin(page.secrets, logins)],
    store: watched(sharedStore(), stored),
    onEvent: (event) => void seen.push(inspect(event, { depth: Infinity })),
  });
  const conversationId = 'login';
  const asked = await chat.post({ conversationId, messages: [user('Log me in')] });
  const question = questionOf(asked);
  expect(question).toMatchObject({
    mode: 'url',
    url: expect.stringMatching(/^https:\/\/example\.com\/secret\/.{36}$/),
  });
  page.fill(question.url, value);
  const opened = await chat.post({ conversationId, pluginElicitResponses: [accept(question, {})] });
  const done = await chat.post({ conversationId, pluginElicitResponses: [accept(questionOf(opened), 'Ada')] });

  expect(the(done, 'tool_result').content).toBe('Ada is logged in.');
  expect(logins).toEqual([`Ada: ${value}`]);
  expect(stored.join('\n')).toContain('~open:text-1');
  seen.push(...stored, asked.raw, opened.raw, done.raw, JSON.stringify(model.asked));
  const all = seen.join('\n');
  // What must be there shows that all of it was looked through.
  expect(all).toContain(question.url!.split('/').at(-1));
  expect(all).toContain('Ada is logged in.');
  expect(all).toContain('~open:text-1');
  expect(all).not.toContain('horse');
});

it('the handle is given only once the page is filled in', async () => {
  const page = createPage();
  const chat = createChat(agent([{ name: 'log_in', arguments: {} }]), { tools: [createLogin(page.secrets)] });
  const conversationId = 'login';
  const question = questionOf(await chat.post({ conversationId, messages: [user('Log me in')] }));
  const opening = chat.post({ conversationId, pluginElicitResponses: [accept(question, {})] });
  let isOver = false;
  void opening.then(() => (isOver = true));
  await expect.poll(() => page.waiting.size).toBe(1);
  expect(isOver).toBe(false);
  page.fill(question.url, value);
  expect(questionOf(await opening)).toMatchObject({ key: '~open:text-1' });
});

describe.each(['legacy', 'modern'] as const)('over MCP in the %s era', (era) => {
  it('the page is opened, and nothing that is sent holds the password', async () => {
    const page = createPage();
    const logins: string[] = [];
    const sent: string[] = [];
    const onAsked = (asked: { url?: string }) => {
      if (asked.url === undefined) return { action: 'accept', content: { answer: 'Ada' } };
      page.fill(asked.url, value);
      return { action: 'accept' };
    };
    const mcp = endpointOf([createLogin(page.secrets, logins)], {
      onEvent: (event) => void sent.push(inspect(event, { depth: Infinity })),
    });
    const fetch = async (url: string | URL, init?: object) => {
      const response = await mcp.fetch(new Request(url, init));
      const [ours, theirs] = response.body?.tee() ?? [null, null];
      void new Response(ours).text().then((text) => sent.push(text));
      return new Response(theirs, response);
    };
    const { client } = await connect(mcp, era, { onAsked: onAsked as never, fetch: fetch as never });

    const { content } = await client.callTool({ name: 'log_in', arguments: {} });

    expect(content).toMatchObject([{ text: 'Ada is logged in.' }]);
    expect(logins).toEqual([`Ada: ${value}`]);
    await expect.poll(() => sent.join('\n')).toContain('Ada is logged in.');
    expect(sent.join('\n')).toContain('https://example.com/secret/');
    expect(sent.join('\n')).not.toContain('horse');
  });

  it('a client that opens no pages is told what it lacks', async () => {
    const mcp = endpointOf([createLogin(createPage().secrets)], { onEvent: () => undefined });
    const { client } = await connect(mcp, era, { capabilities: { elicitation: { form: {} } } });
    const told = await client.callTool({ name: 'log_in', arguments: {} }).then(
      (result) => JSON.stringify(result),
      (error: Error) => error.message,
    );
    expect(told).toContain('elicitation.url');
  });
});

describe('ask.password', () => {
  const play = (
    page: ReturnType<typeof createPage>,
    url: 'accept' | 'decline',
    given: { text?: string; ms?: number },
  ) => {
    const client = createMockClient({
      elicitResponses: [
        (call) => {
          if ('text' in given) page.fill(call.url, given.text);
          return { url };
        },
      ],
    });
    const tool = createAskTool('log_in')
      .description('Log in')
      .parameters(z.object({}))
      .execute((_, ask) => ask.password('Password?', { timeout: given.ms }), { secrets: page.secrets });
    return run(() => runTool(tool, {}, client));
  };

  it('gives a handle, which is no password', async () => {
    expect(await play(createPage(), 'accept', { text: value, ms: 60_000 })).toMatch(/^[\da-f-]{36}$/);
  });

  it.each([
    ['declined', 'decline', {}, 0],
    ['cancelled', 'accept', { text: undefined }, 1],
    ['expired', 'accept', { ms: 1 }, 1],
  ] as const)('throws with the reason %s, and waits no longer', async (reason, url, given, waits) => {
    const page = createPage();
    await expect(play(page, url, given as never)).rejects.toMatchObject({
      code: 'ASK_DECLINED',
      reason,
      key: 'password-1',
    });
    expect(page.aborted).toHaveLength(waits);
  });

  it('is unavailable without a page of the host, and so is a password that the host has lost', async () => {
    const without = createAskTool('log_in').description('Log in').parameters(z.object({}));
    const asks = without.execute((_, ask) => ask.password('Password?'));
    const failed = run(() => runTool(asks, {}, createMockClient()));
    await expect(failed).rejects.toMatchObject({
      code: 'ASK_SECRET_UNAVAILABLE',
      message: expect.stringMatching(/\.execute\(…, \{ secrets \}\)/),
    });
    const reads = without.execute((_, ask) => ask.secret('x' as SecretHandle));
    await expect(run(() => runTool(reads, {}, createMockClient()))).rejects.toMatchObject({
      code: 'ASK_SECRET_UNAVAILABLE',
    });
    const lost = createAskTool('log_in')
      .description('Log in')
      .parameters(z.object({}))
      .execute((_, ask) => ask.step('read', () => ask.secret('x' as SecretHandle)), {
        secrets: { pageFor: () => '', read: () => undefined },
      });
    await expect(run(() => runTool(lost, {}, createMockClient()))).rejects.toMatchObject({
      error: { code: 'ASK_SECRET_UNAVAILABLE' },
    });
  });
});
