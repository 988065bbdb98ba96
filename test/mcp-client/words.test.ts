import { inputRequired, UrlElicitationRequiredError } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import type { ElicitItem } from '../../src/client.ts';
import { arabic } from '../../src/messages-ar.ts';
import { german } from '../../src/messages-de.ts';
import { english, type ElicitMessages } from '../../src/messages.ts';
import { closeAll } from '../client/harness.ts';
import { accept, connectRounds, connectSecond, stopAll, valueOf, type Connected } from './harness.ts';

afterEach(async () => {
  await stopAll();
  await closeAll();
});

const form = inputRequired.elicit({
  message: 'One?',
  requestedSchema: { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] },
});
const page = { mode: 'url' as const, message: 'Open', url: 'https://a.example/x', elicitationId: 'e1' };

/** The words on a card that stands open: its title, what it asks, and its button. */
async function cardOf({ when }: Connected, isIt: (item: ElicitItem) => boolean): Promise<unknown[]> {
  const find = (items: readonly ElicitItem[]) => items.find((item) => item.status === 'pending' && isIt(item));
  const { pending } = await when((snapshot) => find(snapshot.pending) !== undefined);
  const item = find(pending);
  const words = [item?.request.schema['title'], item?.message, item?.submitLabel];
  if (item?.status === 'pending') item.accept({});
  return words;
}

const languages: [string, ElicitMessages, string][] = [
  ['English', english, 'after 10 rounds'],
  ['German', german, 'nach 10 Runden'],
  ['Arabic', { ...arabic, locale: 'ar-EG' }, 'بعد ١٠ جولات'],
];

describe.each(languages)('in %s', (_language, messages, tenRounds) => {
  const { mcp } = messages;

  it('the line of a call that came to nothing counts its rounds', async () => {
    const never = () => inputRequired({ inputRequests: { a: form } });
    const connected = await connectRounds({ never }, { messages });
    const stop = connected.client.subscribe(() => {
      for (const item of connected.snapshot().pending) if (item.status === 'pending') item.accept({ value: 'x' });
    });
    // What a developer reads is English in every language.
    await expect(connected.call('never')).rejects.toThrow('Acme still asked for more after 10 rounds.');
    stop();
    const last = connected.snapshot().items.at(-1);
    expect(last).toMatchObject({ receipt: { title: expect.stringContaining(tenRounds) } });
  });

  it('the card of a page that a call needs has a button that says what follows', async () => {
    let tries = 0;
    const pay = async () => {
      tries += 1;
      if (tries === 1) throw new UrlElicitationRequiredError([page]);
      return tries;
    };
    const connected = await connectSecond({ pay }, { messages });
    const result = connected.call('pay');
    const words = await cardOf(connected, ({ message }) => message === 'Open');
    expect(words).toEqual([undefined, 'Open', mcp.goOn('Acme')]);
    expect(valueOf(await result)).toBe(2);
  });

  it('the line of a page says when its server has done with it', async () => {
    const connected = await connectSecond(
      {
        async open(elicit, { notify }) {
          const heard = await elicit(page);
          await notify('notifications/elicitation/complete', { elicitationId: 'e1' });
          return heard;
        },
      },
      { messages },
    );
    const result = connected.call('open');
    await accept(connected, 'Open', {});
    await result;
    const isNoted = ({ status, receipt }: ElicitItem & { receipt?: { title: string } }) =>
      status === 'settled' && receipt?.title === mcp.completed;
    const { items } = await connected.when((snapshot) => snapshot.items.some(isNoted));
    expect(items).toHaveLength(1);
  });
});

it('are the host’s own where some are given, and English else', async () => {
  let tries = 0;
  const pay = async () => {
    tries += 1;
    if (tries === 1) throw new UrlElicitationRequiredError([page]);
    return tries;
  };
  const connected = await connectSecond({ pay }, { messages: { mcp: { goOn: () => 'Paid' } } });
  const result = connected.call('pay');
  const words = await cardOf(connected, ({ message }) => message === 'Open');
  expect(words).toEqual([undefined, 'Open', 'Paid']);
  await result;
});
