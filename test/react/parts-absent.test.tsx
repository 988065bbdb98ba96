import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod';
import type * as loading from '../../src/client/later.ts';
import type { DeliverAnswer } from '../../src/client.ts';
import { askHere } from '../../src/client/ask-here.ts';
import { ElicitOutlet, PluginSessionProvider, type ElicitOutletProps, type PluginClient } from '../../src/index.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
import { pageParts } from '../../src/client/plugin-client.ts';
import { itemGroup } from '../../src/react/OutletStandIn.tsx';
import {
  ask,
  askFirst,
  closeAll,
  complete,
  createHarness,
  info,
  push,
  said,
  settled,
  state,
  type Harness,
} from '../client/harness.ts';
import { createShelf } from '../client/shelf.ts';
import { eventually } from '../eventually.ts';

/** Whether the files of the parts can be fetched. What is there stays there, so each test begins with other parts. */
const network = vi.hoisted(() => ({ isOn: true, held: Promise.resolve(), refused: 0, forget: [] as (() => void)[] }));

vi.mock('../../src/client/later.ts', async (original) => {
  const { later } = await original<typeof loading>();
  return {
    later<T>(fetch: () => Promise<T>): loading.Later<T> {
      const make = () =>
        later(async () => {
          await network.held;
          if (network.isOn) return fetch();
          network.refused += 1;
          throw new TypeError('Failed to fetch');
        });
      let part = make();
      network.forget.push(() => void (part = make()));
      return { get: () => part.get(), load: () => part.load() };
    },
  };
});

beforeEach(() => {
  Object.assign(network, { isOn: false, held: Promise.resolve(), refused: 0 });
  for (const forget of network.forget) forget();
});
afterEach(closeAll);

const Name = ({ onRespond }: { onRespond: (answer: { name: string }) => void }) => (
  <button type="button" onClick={() => onRespond({ name: 'Ann' })}>
    Answer
  </button>
);
const plugin = makePlugin(
  createMcpTool('greet')
    .description('Greet')
    .parameters(z.object({}))
    .elicits({ name: z.object({ name: z.string() }) }),
)
  .onElicit({ name: answerWith(Name, () => ({})) })
  .build();
const question = (over: object = {}) => ask({ toolName: 'greet', key: 'name', message: 'Who is it?', ...over });

const show = (client: PluginClient, props: ElicitOutletProps = {}) =>
  render(
    <StrictMode>
      <PluginSessionProvider client={client}>
        <ElicitOutlet {...props} />
      </PluginSessionProvider>
    </StrictMode>,
  );
const tryAgain = page.getByRole('button', { name: 'Try again' });

async function answered(harness: Harness): Promise<unknown> {
  const { body } = (await harness.server.accept()).request;
  return body.pluginElicitResponses?.map(({ result }) => result);
}

/** A page and the one after it, which has to fetch the parts anew. */
function createPages(): { before: Harness; reload: (network: { isOn: boolean }) => Harness } {
  network.isOn = true;
  const settings = { plugins: [plugin], storage: createShelf() };
  return {
    before: createHarness(settings),
    reload({ isOn }) {
      for (const forget of network.forget) forget();
      network.isOn = isOn;
      return createHarness(settings);
    },
  };
}

/** Leave a page whose answer is on its way. */
async function leaveAnswer() {
  const { before, reload } = createPages();
  await askFirst(before, question());
  await before.when(({ pending }) => pending[0]?.status === 'pending' && pending[0].views.length > 0);
  before.item().views[0]?.answer({ name: 'Ann' });
  const sent = (await before.server.accept()).request.body.pluginElicitResponses;
  await before.client.close();
  return { sent, reload };
}

/** Leave a page whose turn is not over. */
async function leaveTurn() {
  const { before, reload } = createPages();
  void before.client.send('Greet me');
  const cut = await before.server.accept();
  cut.send(info, { type: 'messages', messages: cut.request.body.messages }, { type: 'text', content: 'Hel' });
  await before.when(({ text }) => text === 'Hel');
  await before.client.close();
  return reload;
}

const unshown = page.getByText('This question could not be shown.', { exact: true });
const card = page.getByRole('group', { name: 'Question from Greet' });
const statuses = ({ client }: Harness) => client.getSnapshot().items.map(({ status }) => status);

it('says of questions that they could not be shown, and draws them when tried again', async () => {
  const harness = createHarness({ plugins: [plugin] });
  await show(harness.client);
  push(harness.client, info, question(), state());
  await expect.element(unshown.last()).toBeVisible();
  const announced = () => document.querySelector('[data-elicit=announcer]')?.textContent;
  await eventually(() => expect(announced()).toContain('This question could not be shown.'));
  const crashes = () => harness.errors.filter(({ message }) => message.startsWith('What draws questions could not be'));
  expect(crashes()).toMatchObject([
    { code: 'PART_NOT_LOADED', cause: { message: 'Failed to fetch' }, retry: expect.any(Function) },
  ]);

  await userEvent.click(tryAgain);
  await expect.element(page.getByText(/could still not be shown/).last()).toBeVisible();
  expect(crashes()).toHaveLength(2);

  network.isOn = true;
  await userEvent.click(tryAgain);
  // What runs its handler could not be loaded either. The pressed button is gone: the focus is on the card's.
  await expect.element(card.getByRole('button', { name: 'Try again' })).toHaveFocus();
  await userEvent.click(card.getByRole('button', { name: 'Try again' }));
  await userEvent.click(page.getByRole('button', { name: 'Answer' }));
  expect(await answered(harness)).toEqual([{ action: 'accept', content: { name: 'Ann' } }]);
});

it('keeps questions whose handlers cannot be run yet, each with its Skip and Try again', async () => {
  network.isOn = true;
  await itemGroup.load();
  network.isOn = false;
  const harness = createHarness({ plugins: [plugin] });
  await show(harness.client);
  push(harness.client, info, question(), question({ callId: 'call_2', message: 'Who else?' }), state());
  await expect.element(card.nth(1).getByRole('button', { name: 'Try again' })).toBeVisible();
  // The server is not to blame.
  await expect.element(card.nth(1)).toHaveTextContent('A part of this page could not be loaded. If trying again');
  const notLoaded = { code: 'PART_NOT_LOADED' };
  expect(harness.errors).toMatchObject([notLoaded, notLoaded]);

  await userEvent.click(card.nth(1).getByRole('button', { name: 'Skip' }));
  await eventually(() => expect(harness.errors).toMatchObject([notLoaded, notLoaded, notLoaded]));
  expect(statuses(harness)).toEqual(['failed', 'failed']);
  network.isOn = true;
  await userEvent.click(card.nth(1).getByRole('button', { name: 'Skip' }));
  expect(await answered(harness)).toEqual([{ action: 'decline' }]);
  await userEvent.click(card.first().getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByRole('button', { name: 'Answer' })).toBeVisible();
  expect(statuses(harness)).toEqual(['pending', 'sending']);
});

it('loads them on a page that is up, before anything is asked', async () => {
  network.isOn = true;
  const harness = createHarness({ plugins: [plugin] });
  await show(harness.client);
  await eventually(() => expect([itemGroup.get(), pageParts.get()]).not.toContain(undefined));
  network.isOn = false;
  await askFirst(harness, question());
  await userEvent.click(page.getByRole('button', { name: 'Answer' }));
  expect(await answered(harness)).toEqual([{ action: 'accept', content: { name: 'Ann' } }]);
  expect(harness.errors).toEqual([]);
});

it('says nothing of parts that could not be loaded before anything was asked', async () => {
  const harness = createHarness({ plugins: [plugin] });
  await show(harness.client);
  await eventually(() => expect(network.refused).toBeGreaterThan(1));
  network.isOn = true;
  await askFirst(harness, question());
  await userEvent.click(page.getByRole('button', { name: 'Answer' }));
  expect(await answered(harness)).toEqual([{ action: 'accept', content: { name: 'Ann' } }]);
  expect(harness.errors).toEqual([]);
});

it('gives a question the focus on its arrival, though what draws it comes later', async () => {
  network.isOn = true;
  let release = () => undefined as void;
  network.held = new Promise((resolve) => (release = resolve));
  const harness = createHarness({ plugins: [plugin] });
  await show(harness.client, { focusOnArrival: true });
  push(harness.client, info, question(), state());
  await expect.element(page.getByText('Loading…')).toBeVisible();
  release();
  await expect.element(card).toHaveFocus();
  await expect.element(page.getByRole('button', { name: 'Answer' })).toBeVisible();
});

it('keeps a message that could not be sent without them, and sends it once when tried again', async () => {
  const harness = createHarness({ plugins: [plugin] });
  await harness.client.send('Greet me');
  expect(harness.snapshot()).toMatchObject({
    status: 'failed',
    problem: { code: 'PART_NOT_LOADED' },
    messages: [{ role: 'user', content: 'Greet me' }],
  });
  expect(harness.errors).toMatchObject([{ code: 'PART_NOT_LOADED', cause: { message: 'Failed to fetch' } }]);

  network.isOn = true;
  harness.errors[0]?.retry?.();
  const stream = await harness.server.accept();
  expect(stream.request.body.messages).toMatchObject([{ content: 'Greet me' }]);
  stream.end(info, complete);
  await harness.when(({ status, problem }) => status === 'idle' && problem === undefined);
  expect(harness.server.requests).toHaveLength(1);
});

it('says after a reload of an answer that was on its way that it was not sent, and sends it when tried again', async () => {
  const { sent, reload } = await leaveAnswer();
  const after = reload({ isOn: false });
  await show(after.client);
  await after.when(({ items }) => items[0]?.status === 'failed');
  expect(after.item()).toMatchObject({ problem: { code: 'PART_NOT_LOADED' } });
  expect(after.server.requests).toEqual([]);

  network.isOn = true;
  after.errors.find(({ elicitId }) => elicitId !== undefined)?.retry?.();
  const stream = await after.server.accept();
  expect(stream.request.body.pluginElicitResponses).toEqual(sent);
  stream.end(info, settled('accept'), state(), complete);
  await after.when(({ items }) => items[0]?.status === 'settled');
});

it('says after a reload of a turn that was not over that it cannot be followed, and follows it when tried again', async () => {
  const after = (await leaveTurn())({ isOn: false });
  await after.when(({ problem }) => problem !== undefined);
  expect(after.snapshot()).toMatchObject({ status: 'failed', problem: { code: 'PART_NOT_LOADED' } });

  network.isOn = true;
  void after.client.retry();
  const stream = await after.server.accept();
  expect(stream.request.body).toMatchObject({ attach: true });
  stream.end(said('Hello'), complete);
  await after.when(({ problem, messages }) => problem === undefined && messages.length === 2);
  expect(after.errors).toMatchObject([{ code: 'PART_NOT_LOADED' }]);
});

it('takes an answer to another server once, where what sends it loads after the server has asked again', async () => {
  network.isOn = true;
  const settings = { plugins: [plugin], storage: createShelf(), conversationId: 'c1' };
  const asked = {
    server: { name: 'Desk' },
    toolName: 'greet',
    key: 'name',
    message: 'Who is it?',
    context: {},
    id: 'q1',
  };
  const before = createHarness(settings);
  const lost = vi.fn<DeliverAnswer>(() => new Promise(() => undefined));
  askHere(before.client, { ...asked, deliver: lost });
  await before.when(({ pending }) => pending[0]?.views.length === 1);
  before.item().views[0]?.answer({ name: 'Ann' });
  await eventually(() => expect(lost).toHaveBeenCalledTimes(1));
  await before.client.close();

  for (const forget of network.forget) forget();
  const after = createHarness(settings);
  const deliver = vi.fn<DeliverAnswer>(() => Promise.resolve(undefined));
  const { answer } = askHere(after.client, { ...asked, deliver });
  expect(await answer).toEqual({ action: 'accept', content: { name: 'Ann' } });
  expect(deliver).toHaveBeenCalledTimes(1);
});

it('says of an act that needs them that it could not be done, where nothing else waits for them', async () => {
  network.isOn = true;
  const settings = { plugins: [plugin], storage: createShelf(), conversationId: 'c1' };
  const before = createHarness(settings);
  askHere(before.client, {
    server: { name: 'Desk' },
    message: 'Who is it?',
    id: 'q1',
    deliver: vi.fn<DeliverAnswer>(),
  });
  await before.client.close();

  for (const forget of network.forget) forget();
  Object.assign(network, { isOn: false, refused: 0 });
  const after = createHarness(settings);
  await eventually(() => expect(network.refused).toBe(1));
  const item = after.item();
  expect(item).toMatchObject({ status: 'pending' });
  if (item.status === 'pending') item.cancel();
  await after.when(({ items }) => items[0]?.status === 'failed');
  expect(after.errors).toMatchObject([{ code: 'PART_NOT_LOADED' }]);

  network.isOn = true;
  const failed = after.item();
  if (failed.status === 'failed') failed.cancel();
  // Now it is done. Nobody has asked again after the reload, so the server cannot be told yet.
  await after.when(({ items }) => items[0]?.status === 'failed' && items[0].problem.code === 'ANSWER_NOT_CONFIRMED');
});

describe('Skip on an answer that could not be sent', () => {
  const answerThenReload = async () => {
    const after = (await leaveAnswer()).reload({ isOn: false });
    await after.when(({ items }) => items[0]?.status === 'failed');
    return after;
  };
  const skip = (harness: Harness) => {
    const item = harness.item();
    if (item.status === 'failed') item.decline();
  };
  const responses = ({ server }: Harness) => server.requests.flatMap(({ body }) => body.pluginElicitResponses ?? []);

  it('sends that alone, once they are there', async () => {
    const after = await answerThenReload();
    network.isOn = true;
    skip(after);
    await eventually(() => expect(responses(after)).toMatchObject([{ result: { action: 'decline' } }]));
    await after.when(({ items }) => items[0]?.status === 'sending');
    expect(responses(after)).toHaveLength(1);
  });

  it('leaves its card with Try again, where they still do not come', async () => {
    const after = await answerThenReload();
    const told = after.errors.length;
    skip(after);
    await eventually(() => expect(after.errors.length).toBeGreaterThan(told));
    expect(after.item()).toMatchObject({ status: 'failed', problem: { code: 'PART_NOT_LOADED' } });
  });
});

it('sends nothing before it knows of a turn that a reload left', async () => {
  const after = (await leaveTurn())({ isOn: true });
  void after.client.send('And again');
  const followed = await after.server.accept();
  expect(followed.request.body).toMatchObject({ attach: true, messages: [] });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(after.server.requests).toHaveLength(1);
  followed.end(said('Hello'), complete);
  expect((await after.server.accept()).request.body.messages).toMatchObject([{ content: 'And again' }]);
});

it('stops and closes while they neither come nor fail', async () => {
  network.held = new Promise(() => undefined);
  const harness = createHarness({ plugins: [plugin] });
  const sent = harness.client.send('Greet me');
  await harness.when(({ status }) => status !== 'idle');
  await harness.client.abort();
  await sent;
  expect(harness.snapshot()).toMatchObject({ status: 'idle', messages: [{ content: 'Greet me' }] });

  const again = harness.client.send('Greet me again');
  await harness.client.close();
  await again;
});

it('goes on where a function of the host throws as they begin', async () => {
  network.isOn = true;
  const thrown: (() => void)[] = [];
  const queued = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((work) => void thrown.push(work));
  const tabs = () => {
    throw new Error('No tabs here.');
  };
  const harness = createHarness({ plugins: [plugin], tabs });
  await askFirst(harness, question());
  await harness.when(({ pending }) => pending[0]?.status === 'pending' && pending[0].views.length > 0);
  queued.mockRestore();
  expect(thrown.length).toBe(1);
  expect(thrown[0]).toThrow('No tabs here.');
});

it('says of a question for somebody else that it could not be withdrawn, and withdraws it when tried again', async () => {
  const harness = createHarness({ plugins: [plugin] });
  push(harness.client, info, question({ to: { who: [{ name: 'Bo' }] } }), state());
  const item = harness.item();
  expect(item).toMatchObject({ status: 'awaited' });
  if (item.status === 'awaited') item.withdraw();
  await harness.when(({ items }) => items[0]?.status === 'failed');
  expect(harness.item()).toMatchObject({ problem: { code: 'PART_NOT_LOADED' } });

  network.isOn = true;
  const failed = harness.item();
  if (failed.status === 'failed') failed.retry();
  const { body } = (await harness.server.accept()).request;
  expect(body.pluginElicitResponses).toMatchObject([{ result: { action: 'cancel', reason: 'dismissed' } }]);
});
