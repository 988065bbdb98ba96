import { askHere } from '../../src/client/ask-here.ts';
import { StrictMode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import '../../src/styles.css';
import {
  createPluginClient,
  ElicitOutlet,
  PluginSessionProvider,
  type ElicitOutletProps,
  type PluginClient,
  type PluginClientSettings,
} from '../../src/index.ts';
import type { DeliverAnswer, ElicitIssue, OutsideQuestion } from '../../src/client.ts';
import { createShelf } from '../client/shelf.ts';

const open: PluginClient[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

const question: OutsideQuestion = {
  server: { name: 'LangGraph' },
  toolName: 'book_trip',
  submitLabel: 'File it',
  message: 'Where to?',
  schema: {
    type: 'object',
    properties: { city: { type: 'string', title: 'City' }, note: { type: 'string', title: 'Note' } },
    required: ['city'],
  },
};

/** Deliveries that the test ends, one after another. */
function playRemote() {
  const tries: { answerId: string; take: (issues?: readonly ElicitIssue[]) => void; fail: () => void }[] = [];
  const deliver: DeliverAnswer = (_result, { answerId }) =>
    new Promise((resolve, reject) => {
      tries.push({ answerId, take: resolve, fail: () => reject(new Error('offline')) });
    });
  return { deliver, tries };
}

async function show(settings: Partial<PluginClientSettings> = {}, props: ElicitOutletProps = {}) {
  const errors: string[] = [];
  const client = createPluginClient({
    plugins: [],
    storage: false,
    tabs: false,
    onError: ({ code }) => errors.push(code),
    ...settings,
  });
  open.push(client);
  const screen = await render(
    <StrictMode>
      <PluginSessionProvider client={client}>
        <ElicitOutlet {...props} />
      </PluginSessionProvider>
    </StrictMode>,
  );
  return { client, errors, screen };
}

const field = (name: string) => page.getByRole('textbox', { name });
const button = (name: string) => page.getByRole('button', { name });
const card = () => document.querySelector('[data-elicit="elicit-card"]');

describe('the card of an answer that is delivered', () => {
  it('stays until the other side has it: sending, failed with Try again, then a receipt', async () => {
    const { client, errors } = await show();
    const remote = playRemote();
    askHere(client, { ...question, deliver: remote.deliver });
    await userEvent.fill(field('City'), 'Oslo');
    await userEvent.click(button('File it'));
    await expect.poll(() => card()?.getAttribute('data-state')).toBe('sending');
    expect(page.getByText('Answered').elements()).toEqual([]);

    remote.tries[0]?.fail();
    await expect.element(page.getByRole('alert')).toHaveTextContent('did not say that it has the answer');
    await expect.element(field('City')).toHaveValue('Oslo');
    expect(errors).toEqual(['ANSWER_NOT_CONFIRMED']);

    await userEvent.click(button('Try again'));
    await expect.poll(() => remote.tries.length).toBe(2);
    expect(remote.tries[1]?.answerId).toBe(remote.tries[0]?.answerId);
    remote.tries[1]?.take();
    await expect.poll(card).toBeNull();
    expect(client.getSnapshot().receipts).toMatchObject([{ status: 'settled', action: 'accept' }]);
  });

  it('shows issues at their fields, in its place, with what was typed, and leads there', async () => {
    const { client } = await show();
    const remote = playRemote();
    askHere(client, { ...question, deliver: remote.deliver });
    askHere(client, { ...question, message: 'Another one?' });
    const city = field('City').first();
    await userEvent.fill(city, 'Atlantis');
    await userEvent.fill(field('Note').first(), 'By ship');
    const before = card();
    await userEvent.click(button('File it').first());
    await expect.poll(() => remote.tries.length).toBe(1);
    remote.tries[0]?.take([{ path: ['city'], message: '<b>Nobody</b> goes there.' }]);

    await expect.element(city).toHaveAccessibleDescription(/<b>Nobody<\/b> goes there\./);
    expect(card()).toBe(before);
    await expect.element(city).toHaveValue('Atlantis');
    await expect.element(field('Note').first()).toHaveValue('By ship');
    await expect.poll(() => document.activeElement === city.element()).toBe(true);
  });

  it('waits after a reload, without a form, until it is asked again, and then has what was typed', async () => {
    const storage = createShelf();
    const settings = { storage, conversationId: 'c1' };
    const before = await show(settings);
    const remote = playRemote();
    askHere(before.client, { ...question, id: 'q1', deliver: remote.deliver });
    await userEvent.fill(field('City'), 'Oslo');
    await expect.poll(() => before.client.getSnapshot().pending[0]?.draft).toBeDefined();
    await before.client.close();
    await before.screen.unmount();

    const { client } = await show(settings);
    await expect.element(page.getByText('Where to?')).toBeVisible();
    expect(field('City').elements()).toEqual([]);
    askHere(client, { ...question, id: 'q1', deliver: remote.deliver });
    await expect.element(field('City')).toHaveValue('Oslo');
    await userEvent.click(button('File it'));
    await expect.poll(() => remote.tries.length).toBe(1);
    remote.tries[0]?.take();
    await expect.poll(card).toBeNull();
  });

  it('makes room in a dialog for the next question, where its delivery waits for that', async () => {
    const { client } = await show({}, { presentation: 'dialog' });
    const both = playRemote();
    askHere(client, { ...question, deliver: both.deliver });
    askHere(client, { ...question, message: 'And then?', deliver: both.deliver });
    await userEvent.fill(field('City'), 'Oslo');
    await userEvent.click(button('File it'));
    const shown = () => document.querySelector('[role="dialog"] [data-elicit="elicit-card"] [data-elicit="message"]');
    await expect.poll(() => shown()?.textContent).toBe('And then?');
    await userEvent.fill(field('City'), 'Lima');
    await userEvent.click(button('File it'));
    await expect.poll(() => both.tries.length).toBe(2);
    for (const { fail } of both.tries) fail();

    await userEvent.click(button('Try again'));
    await expect.poll(() => both.tries.length).toBe(3);
    await userEvent.click(button('Try again'));
    await expect.poll(() => both.tries.length).toBe(4);
    for (const { take } of both.tries) take();
    await expect.poll(() => client.getSnapshot().pending).toEqual([]);
    expect(page.getByRole('dialog').elements()).toEqual([]);
  });
});

describe('a card that is asked again after it was settled', () => {
  it('comes back in its place with what was typed, shows the issues at their fields, and takes the focus back', async () => {
    const { client } = await show();
    const asked = askHere(client, question);
    askHere(client, { ...question, message: 'Another one?' });
    await userEvent.fill(field('City').first(), 'Atlantis');
    await userEvent.click(button('File it').first());
    await asked.answer;
    await expect.poll(() => document.activeElement?.getAttribute('data-elicit')).toBe('receipt');

    asked.askAgain({ ...question, issues: [{ path: ['city'], message: 'Nobody goes there.' }] });
    const city = field('City').first();
    await expect.element(city).toHaveAccessibleDescription(/Nobody goes there\./);
    await expect.element(city).toHaveValue('Atlantis');
    await expect.element(card() as HTMLElement).toHaveTextContent('Where to?');
    await expect.poll(() => card()?.contains(document.activeElement)).toBe(true);
  });
});
