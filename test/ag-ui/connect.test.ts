import { EventType, HttpAgent, type Interrupt, type ResumeEntry, type RunAgentInput } from '@ag-ui/client';
import { EventEncoder } from '@ag-ui/encoder';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectAgUi } from '../../src/ag-ui-client.ts';
import { createPluginClient, type ElicitItem, type PluginClientOptions } from '../../src/client.ts';
import { pageParts } from '../../src/client/plugin-client.ts';
import { answerWith, makePlugin } from '../../src/plugin.ts';
import { declaration } from '../chat/harness-model.ts';
import { createShelf } from '../client/shelf.ts';
import { eventually } from '../eventually.ts';
import { lineOf, openApp, type App } from './agent.ts';

// As on a page that has been open for a moment: the parts that it loads are there.
await pageParts.load();

const Flights = (_props: { flights: readonly string[]; onRespond: (answer: { flightId: string }) => void }) => null;
const Seats = (_props: { onRespond: (answer: { row: number; seat: string }) => void }) => null;
const plugin = makePlugin(declaration)
  .onElicit({ pickFlight: answerWith(Flights), pickSeat: answerWith(Seats, () => ({})) })
  .receipts({ pickFlight: ({ flightId }) => ({ title: `Flight ${flightId}` }) })
  .build();

function openClient(options: Partial<PluginClientOptions> = {}) {
  const errors: string[] = [];
  const client = createPluginClient({
    plugins: [plugin],
    storage: false,
    tabs: false,
    capabilities: { genericForm: true },
    onError: ({ code }) => void errors.push(code),
    ...options,
  });
  onTestFinished(() => client.close());
  const items = () => client.getSnapshot().items;
  return { client, errors, items, statuses: () => items().map(({ key, status }) => `${key} ${status}`) };
}

/** A page: the official client beside ours. */
function openPage(
  app: App,
  { threadId = 't', options = {} }: { threadId?: string; options?: Partial<PluginClientOptions> } = {},
) {
  const page = openClient(options);
  const agent = app.agent(threadId);
  const connection = connectAgUi(page.client, agent, { name: 'Agent' });
  return { ...page, agent, connection };
}

type Page = ReturnType<typeof openClient>;

/** Answers the open question with this key, by its view or else by its form. */
async function answer({ items }: Page, key: string, content: unknown): Promise<void> {
  const item = await eventually(() => {
    const found = items().findLast((one) => one.key === key && one.status === 'pending');
    if (found?.status !== 'pending' || (!found.generic && found.views.length === 0)) throw new Error(`no ${key}`);
    return found;
  });
  if (item.generic) item.accept(content);
  else item.views[0]?.answer(content);
}

const itemOf = ({ items }: Page, key: string, status: ElicitItem['status']) =>
  eventually(() => {
    const found = items().findLast((one) => one.key === key && one.status === status);
    if (found === undefined) throw new Error(`no ${key} that is ${status}`);
    return found;
  });

describe('with a chat of ours', () => {
  it('asks nothing of the person while somebody else is asked, and runs again', async () => {
    const tool = declaration.execute(function* (_, ctx) {
      return (yield* ctx.elicit('pickFlight', { message: 'Which?', flights: [] }, { to: 'bo' })).action;
    });
    const page = openPage(await openApp({ tools: [tool] }));
    await page.agent.say('Book');
    expect(page.agent.heard.at(-1)).toMatchObject({ outcome: { interrupts: [{ reason: 'elicitkit:waits' }] } });
    expect(page.items()).toEqual([]);
    await page.agent.runAgent();
    expect(page.errors).toEqual([]);
  });

  it("asks by the plugins' components, and each answer goes on", async () => {
    const app = await openApp();
    const page = openPage(app);
    await page.agent.say('Book');
    expect(page.items()[0]).toMatchObject({ server: { name: 'Agent' }, toolName: 'book_flight', key: 'pickFlight' });
    expect(page.items()[0]?.views[0]?.props).toMatchObject({ flights: ['FL001', 'FL002'] });
    const [call] = (page.agent.messages.at(-1) as { toolCalls: { id: string }[] }).toolCalls;
    expect(page.items()[0]?.callId).toBe(call?.id);

    await answer(page, 'pickFlight', { flightId: 'FL002' });
    await answer(page, 'pickSeat', { row: 6, seat: 'A' });
    await eventually(() => expect(page.agent.lines().at(-1)).toContain('TKT-1'));
    expect(page.statuses()).toEqual(['pickFlight settled', 'pickSeat settled']);
    expect(page.items()[0]).toMatchObject({ receipt: { title: 'Flight FL002' }, elsewhere: false });
    expect(app.ledger).toEqual({ search: 1, book: 1, model: 2 });
    expect(page.errors).toEqual([]);
  });

  it('asks again in the same card what the server refuses', async () => {
    const app = await openApp();
    const page = openPage(app);
    await page.agent.say('Book');
    await answer(page, 'pickFlight', { flightId: 'FL999' });
    await eventually(() => expect(page.items()[0]).toMatchObject({ status: 'pending', attempt: 2 }));
    expect(page.items()[0]?.issues).toEqual([{ path: [], message: 'That flight was not offered.' }]);
    await answer(page, 'pickFlight', { flightId: 'FL001' });
    await itemOf(page, 'pickSeat', 'pending');
    expect(page.statuses()).toEqual(['pickFlight settled', 'pickSeat pending']);
  });

  it('says that the person declines or cancels', async () => {
    const app = await openApp();
    for (const action of ['decline', 'cancel'] as const) {
      const page = openPage(app, { threadId: action });
      await page.agent.say('Book');
      const [item] = page.items();
      if (item?.status === 'pending') item[action]();
      await eventually(() => expect(page.agent.lines().at(-1)).toBe(`assistant: It said: Not booked: ${action}.`));
      expect(page.statuses()).toEqual(['pickFlight settled']);
    }
  });

  it('keeps the question over a reload, with its draft, and goes on with an answer that was on its way', async () => {
    const app = await openApp();
    const storage = createShelf();
    const options = { conversationId: 'page', storage };
    const before = openPage(app, { options });
    await before.agent.say('Book');
    const [first] = before.items();
    first?.views[0]?.setDraft('FL002');
    await before.client.close();
    before.connection.close();

    const after = openPage(app, { options });
    expect(after.statuses()).toEqual(['pickFlight pending']);
    expect(after.items()[0]?.views).toEqual([]);
    await after.agent.runAgent();
    await eventually(() => expect(after.items()[0]?.views[0]).toMatchObject({ draft: 'FL002' }));
    expect(after.agent.lines()).toEqual(['user: Book', 'assistant: Let me look. → book_flight']);

    // The answer does not arrive, and the page is left.
    const { fetch: send } = after.agent;
    after.agent.fetch = () => new Promise(() => undefined);
    await answer(after, 'pickFlight', { flightId: 'FL002' });
    await itemOf(after, 'pickFlight', 'sending');
    await after.client.close();

    const last = openPage(app, { options });
    last.agent.fetch = send;
    await last.agent.runAgent();
    await itemOf(last, 'pickSeat', 'pending');
    expect(last.statuses()).toEqual(['pickFlight settled', 'pickSeat pending']);
    expect(app.ledger).toEqual({ search: 1, book: 0, model: 1 });
  });

  it('keeps the answer while it cannot be sent, and sends the same one again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const app = await openApp();
    const page = openPage(app);
    await page.agent.say('Book');
    const { fetch: send } = page.agent;
    page.agent.fetch = async (url, init) => {
      // It arrives, but its response does not.
      await (await send(url, init)).text();
      throw new Error('The network is gone.');
    };
    await answer(page, 'pickFlight', { flightId: 'FL001' });
    const failed = await itemOf(page, 'pickFlight', 'failed');
    expect(failed).toMatchObject({ problem: { code: 'NETWORK_FAILED' } });
    expect(page.errors).toEqual(['NETWORK_FAILED']);
    page.agent.fetch = send;
    if (failed.status === 'failed') failed.retry();
    await itemOf(page, 'pickSeat', 'pending');
    expect(page.statuses()).toEqual(['pickFlight settled', 'pickSeat pending']);
    expect(page.items()[0]).toMatchObject({ receipt: { title: 'Flight FL001' } });
    const answerIds = page.agent.bodies.slice(-2).map((body) => /"answerId":"([^"]+)"/.exec(body)?.[1]);
    expect(new Set(answerIds).size).toBe(1);
  });

  it.each([
    ['when it is asked', -3_600_000, 1],
    ['soon after it was asked', 50, 2],
  ])("asks on by the server's clock what is past by the page's: %s", async (_when, left, runs) => {
    const tool = declaration.execute(function* (_, ctx) {
      const asked = { message: 'Which?', flights: [] };
      const flight = yield* ctx.elicit('pickFlight', asked, { timeout: 600_000 });
      return flight.action === 'accept' ? flight.content.flightId : `${flight.action} ${flight.reason}`;
    });
    const app = await openApp({ tools: [tool] });
    const page = openPage(app);
    const { fetch: send } = page.agent;
    let isFirst = true;
    page.agent.fetch = async (url, init) => {
      const response = await send(url, init);
      const text = await response.text();
      const expiresAt = new Date(Date.now() + (isFirst ? left : -3_600_000)).toISOString();
      isFirst = false;
      return new Response(text.replace(/"expiresAt":"[^"]+"/, `"expiresAt":"${expiresAt}"`), response);
    };
    await page.agent.say('Book');
    await eventually(() => expect(page.agent.bodies).toHaveLength(runs));
    await answer(page, 'pickFlight', { flightId: 'FL002' });
    await eventually(() => expect(page.agent.lines().at(-1)).toBe('assistant: It said: FL002'));
    expect(page.errors).toEqual([]);
  });

  it("goes on when the server has ended what is past by the page's clock", async () => {
    const tool = declaration.execute(function* (_, ctx) {
      const flight = yield* ctx.elicit(
        'pickFlight',
        { message: 'Which?', flights: [] },
        { timeout: 1500, fixed: true },
      );
      return flight.action === 'cancel' ? flight.reason : flight.action;
    });
    const app = await openApp({ tools: [tool] });
    const page = openPage(app);
    const { fetch: send } = page.agent;
    page.agent.fetch = async (url, init) => {
      const response = await send(url, init);
      const soon = new Date(Date.now() + 50).toISOString();
      return new Response((await response.text()).replace(/"expiresAt":"[^"]+"/, `"expiresAt":"${soon}"`), response);
    };
    await page.agent.say('Book');
    await eventually(() => expect(page.agent.lines().at(-1)).toBe('assistant: It said: expired'));
    expect(page.items()).toMatchObject([{ status: 'expired' }]);
  });

  it('ends the question when a message comes instead', async () => {
    const app = await openApp();
    const page = openPage(app);
    await page.agent.say('Book');
    expect(page.agent.pendingInterrupts).toEqual([]);
    await page.agent.say('Hello');
    expect(page.agent.lines().slice(2)).toEqual([
      'tool: Not booked: cancel.',
      'user: Hello',
      'assistant: You said Hello.',
    ]);
    expect(page.statuses()).toEqual(['pickFlight settled']);
    expect(page.items()[0]).toMatchObject({ action: 'cancel' });
  });

  it("takes another tab's answer for what it is", async () => {
    const app = await openApp();
    const [one, two] = [openPage(app), openPage(app)];
    await one.agent.say('Book');
    await two.agent.runAgent();
    await answer(one, 'pickFlight', { flightId: 'FL001' });
    await answer(one, 'pickSeat', { row: 6, seat: 'A' });
    await eventually(() => expect(one.agent.lines().at(-1)).toContain('TKT-1'));
    await answer(two, 'pickFlight', { flightId: 'FL002' });
    await itemOf(two, 'pickFlight', 'settled');
    await eventually(() => expect(two.agent.lines()).toEqual(one.agent.lines()));
    expect(two.items()[0]).toMatchObject({ action: 'accept', elsewhere: true, receipt: undefined });
    expect(app.ledger).toEqual({ search: 1, book: 1, model: 2 });
  });

  it.each([
    ['is declined in another tab', 'decline', (one: Page) => one.items()[0]],
    ['ends for a message of another tab', 'cancel', () => undefined],
  ] as const)('takes no answer for its own to a question that %s', async (_, action, itemIn) => {
    const app = await openApp();
    const [one, two] = [openPage(app), openPage(app)];
    await one.agent.say('Book');
    await two.agent.runAgent();
    const item = itemIn(one);
    if (item?.status === 'pending') item.decline();
    else await one.agent.say('Hello');
    await eventually(() => expect(one.agent.lines().some((line) => line.startsWith('tool: Not booked'))).toBe(true));
    await answer(two, 'pickFlight', { flightId: 'FL002' });
    await itemOf(two, 'pickFlight', 'settled');
    expect(two.items()[0]).toMatchObject({ action, receipt: undefined });
  });

  it('stops the question of a call that a server has forgotten', async () => {
    const app = await openApp();
    const page = openPage(app);
    await page.agent.say('Book');
    page.agent.url = (await openApp()).url;
    await answer(page, 'pickFlight', { flightId: 'FL001' });
    await itemOf(page, 'pickFlight', 'aborted');
    await eventually(() => expect(page.agent.lines().at(-1)).toContain('Outcome unknown'));
  });

  it('gives the interrupts back when it is closed, and takes them when it is made', async () => {
    const app = await openApp();
    const page = openPage(app);
    await page.agent.say('Book');
    page.connection.close();
    page.connection.close();
    expect(page.statuses()).toEqual(['pickFlight aborted']);
    expect(page.agent.pendingInterrupts).toHaveLength(1);
    connectAgUi(page.client, page.agent, { name: 'Agent' });
    expect(page.agent.pendingInterrupts).toEqual([]);
    await answer(page, 'pickFlight', { flightId: 'FL001' });
    await itemOf(page, 'pickSeat', 'pending');
    expect(page.statuses()).toEqual(['pickFlight settled', 'pickSeat pending']);
  });
});

describe('with another agent', () => {
  it('asks by a form of the schema', async () => {
    const schema = { type: 'object', properties: { colour: { type: 'string' } } };
    const foreign = playAgent([
      [{ id: 'i1', reason: 'choice', message: 'Which colour?', responseSchema: schema }],
      'Red it is.',
    ]);
    const page = openForeign(foreign);
    await page.agent.runAgent();
    expect(page.items()).toMatchObject([{ message: 'Which colour?', generic: true, request: { schema } }]);
    await answer(page, '', { colour: 'red' });
    await itemOf(page, '', 'settled');
    expect(foreign.resumes).toMatchObject([[{ interruptId: 'i1', status: 'resolved', payload: { colour: 'red' } }]]);
    await eventually(() => expect(page.agent.messages.map(lineOf)).toEqual(['assistant: Red it is.']));
  });

  it('asks for a value that is no object, and sends it as it is', async () => {
    const foreign = playAgent([[{ id: 'i1', reason: 'approve', responseSchema: { type: 'boolean' } }], 'Good.']);
    const page = openForeign(foreign);
    await page.agent.runAgent();
    expect(page.items()).toMatchObject([{ message: 'approve', generic: true }]);
    await answer(page, '', true);
    await itemOf(page, '', 'settled');
    expect(foreign.resumes).toMatchObject([[{ payload: true }]]);
  });

  const both = [
    { id: 'i1', reason: 'a', message: 'One?' },
    { id: 'i2', reason: 'b', message: 'Two?' },
  ];
  const said = ({ items }: Page, message: string) => items().find((item) => item.message === message)!;
  function accept(page: Page, message: string, content: object) {
    const item = said(page, message);
    if (item.status !== 'pending') throw new Error(`${message} is ${item.status}.`);
    item.accept(content);
  }
  const until = (page: Page, message: string, status: ElicitItem['status']) =>
    eventually(() => expect(said(page, message).status).toBe(status));

  it('answers all its interrupts in one resume, and the first answers can be changed until then', async () => {
    const foreign = playAgent([both, 'Both.']);
    const page = openForeign(foreign);
    await page.agent.runAgent();
    accept(page, 'One?', { colour: 'red' });
    await until(page, 'One?', 'settled');
    const one = await eventually(() => {
      const item = said(page, 'One?');
      if (item.status !== 'settled' || item.change === undefined) throw new Error('cannot be changed');
      return item;
    });
    one.change?.();
    accept(page, 'One?', { colour: 'blue' });
    await eventually(() =>
      expect(said(page, 'One?')).toMatchObject({ status: 'settled', change: expect.any(Function) }),
    );
    expect(foreign.resumes).toEqual([]);

    const two = said(page, 'Two?');
    if (two.status === 'pending') two.decline();
    await until(page, 'Two?', 'settled');
    expect(foreign.resumes).toMatchObject([
      [
        { interruptId: 'i1', status: 'resolved', payload: { colour: 'blue' } },
        { interruptId: 'i2', status: 'cancelled' },
      ],
    ]);
    expect(said(page, 'One?')).toMatchObject({ status: 'settled', change: undefined });
  });

  it('keeps the first answers when the run fails, and sends them all again', async () => {
    const foreign = playAgent([both, new Error('Not now.'), 'Both.']);
    const page = openForeign(foreign);
    await page.agent.runAgent();
    accept(page, 'One?', { colour: 'red' });
    await until(page, 'One?', 'settled');
    accept(page, 'Two?', {});
    const failed = await itemOf(page, '', 'failed');
    expect(failed.message).toBe('Two?');
    if (failed.status === 'failed') failed.retry();
    await until(page, 'Two?', 'settled');
    expect(foreign.resumes).toHaveLength(2);
    expect(foreign.resumes[1]).toEqual(foreign.resumes[0]);
  });

  it.each(['https', 'http'])('has the first answers after a reload of a page over %s', async (scheme) => {
    // Only `https` pages have `crypto.randomUUID`.
    if (scheme === 'http') vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    onTestFinished(() => void vi.unstubAllGlobals());
    const foreign = playAgent([both, 'Both.']);
    const options = { conversationId: 'page', storage: createShelf() };
    const before = openForeign(foreign, options);
    await before.agent.runAgent();
    accept(before, 'One?', { colour: 'red' });
    await until(before, 'One?', 'settled');
    await before.client.close();

    const page = openForeign(foreign, options);
    page.agent.pendingInterrupts = both;
    expect(said(page, 'One?').status).toBe('settled');
    accept(page, 'Two?', {});
    await until(page, 'Two?', 'settled');
    expect(foreign.resumes).toMatchObject([
      [{ interruptId: 'i1', status: 'resolved', payload: { colour: 'red' } }, { interruptId: 'i2' }],
    ]);
  });

  it('sends the answers that were given, when a message comes instead of the last one', async () => {
    const foreign = playAgent([both, 'Fine.']);
    const page = openForeign(foreign);
    await page.agent.runAgent();
    accept(page, 'One?', { colour: 'red' });
    await until(page, 'One?', 'settled');
    page.agent.addMessage({ id: 'u', role: 'user', content: 'Never mind' });
    await page.agent.runAgent();
    expect(foreign.resumes).toMatchObject([
      [
        { interruptId: 'i1', status: 'resolved', payload: { colour: 'red' } },
        { interruptId: 'i2', status: 'cancelled' },
      ],
    ]);
    expect(said(page, 'One?')).toMatchObject({ status: 'settled', change: undefined });
    expect(said(page, 'Two?').status).toBe('aborted');
  });

  it('cancels what is open when a message comes instead', async () => {
    const foreign = playAgent([[{ id: 'i1', reason: 'choice' }], 'Fine.']);
    const page = openForeign(foreign);
    await page.agent.runAgent();
    page.agent.addMessage({ id: 'u', role: 'user', content: 'Never mind' });
    await page.agent.runAgent();
    expect(foreign.resumes).toEqual([[{ interruptId: 'i1', status: 'cancelled' }]]);
    expect(page.items().map(({ status }) => status)).toEqual(['aborted']);
  });

  it('asks the person again what the agent asks again', async () => {
    const interrupt = { id: 'i1', reason: 'choice' };
    const foreign = playAgent([[interrupt], [interrupt], 'Now.']);
    const page = openForeign(foreign);
    await page.agent.runAgent();
    await answer(page, '', {});
    await eventually(() => expect(page.items()).toMatchObject([{ status: 'pending', attempt: 2 }]));
    expect(foreign.resumes).toHaveLength(1);
    await answer(page, '', {});
    await eventually(() => expect(foreign.resumes).toHaveLength(2));
    await itemOf(page, '', 'settled');
  });

  it('keeps the answer when the run fails at once', async () => {
    const foreign = playAgent([[{ id: 'i1', reason: 'choice' }], new Error('Not now.'), 'Now.']);
    const page = openForeign(foreign);
    await page.agent.runAgent();
    await answer(page, '', {});
    const failed = await itemOf(page, '', 'failed');
    if (failed.status === 'failed') failed.retry();
    await itemOf(page, '', 'settled');
    expect(foreign.resumes).toHaveLength(2);
  });

  it('shows no interrupt that is too large, and does not believe what it says of us', async () => {
    const foreign = playAgent([
      [
        { id: 'i1', reason: 'x'.repeat(1_200_000) },
        { id: 'i2', reason: 'choice', metadata: { elicitkit: { toolName: 7 } } },
      ],
    ]);
    const page = openForeign(foreign);
    await page.agent.runAgent();
    expect(page.errors).toEqual(['BAD_EVENT']);
    expect(page.items()).toMatchObject([{ toolName: '', generic: true }]);
  });
});

/** An AG-UI server that knows nothing of us: each run gives interrupts, words or an error. */
function playAgent(runs: (Interrupt[] | string | Error)[]) {
  const resumes: ResumeEntry[][] = [];
  const encoder = new EventEncoder();
  const fetch = async (_url: string, { body }: RequestInit) => {
    const { threadId, runId, resume } = JSON.parse(body as string) as RunAgentInput;
    if (resume !== undefined) resumes.push(resume);
    const run = runs.shift() ?? 'Nothing more.';
    const ids = { threadId, runId };
    const events = [
      { type: EventType.RUN_STARTED, ...ids },
      ...(typeof run === 'string'
        ? [
            { type: EventType.TEXT_MESSAGE_START, messageId: runId, role: 'assistant' },
            { type: EventType.TEXT_MESSAGE_CONTENT, messageId: runId, delta: run },
            { type: EventType.TEXT_MESSAGE_END, messageId: runId },
          ]
        : []),
      run instanceof Error
        ? { type: EventType.RUN_ERROR, message: run.message }
        : {
            type: EventType.RUN_FINISHED,
            ...ids,
            ...(Array.isArray(run) && { outcome: { type: 'interrupt', interrupts: run } }),
          },
    ];
    return new Response(events.map((event) => encoder.encodeSSE(event)).join(''), {
      headers: { 'content-type': 'text/event-stream' },
    });
  };
  return { fetch, resumes };
}

function openForeign({ fetch }: ReturnType<typeof playAgent>, options: Partial<PluginClientOptions> = {}) {
  const page = openClient(options);
  const agent = new HttpAgent({ url: 'http://agent.test/', threadId: 't', fetch });
  connectAgUi(page.client, agent, { name: 'Another' });
  return { ...page, agent };
}
