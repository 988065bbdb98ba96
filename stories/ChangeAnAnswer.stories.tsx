import { useState, type FC, type ReactNode } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import * as z from 'zod';
import preview from '../.storybook/preview.tsx';
import {
  createPluginClient,
  ElicitOutlet,
  type ElicitOutletProps,
  FlightList,
  PluginSessionProvider,
  SeatPicker,
  type PluginClient,
} from '../src/index.ts';
import type { ChatTransport } from '../src/client.ts';
import { answerWith, createMcpTool, makePlugin } from '../src/plugin.ts';
import { flightSchema, pickSeatSchema } from '../src/travel.ts';
import { said, type Played } from './said.ts';
import { smallFlights, smallSeatMap } from './travel-samples.ts';

const bookFlight = createMcpTool('book_flight')
  .description('Book a flight')
  .parameters(z.object({}))
  .elicits({
    flight: {
      response: z.object({ flightId: z.string() }),
      context: z.object({ flights: z.array(flightSchema) }),
    },
    seat: pickSeatSchema,
  });

const plugin = makePlugin(bookFlight)
  .onElicit({
    flight: answerWith(FlightList, ({ flights }) => ({ flights })),
    seat: answerWith(SeatPicker, () => ({ seatMap: smallSeatMap })),
  })
  .receipts({
    flight: ({ flightId }) => {
      const flight = smallFlights.find(({ id }) => id === flightId);
      return { title: `${String(flight?.airline)} ${String(flight?.flightNumber)}`, detail: 'New York to Los Angeles' };
    },
  })
  .build();

const ids = { sessionId: 'call_1', callId: 'call_1' };
const flight = {
  type: 'plugin_elicit_request',
  ...ids,
  toolName: 'book_flight',
  elicitId: 'flight',
  key: 'flight',
  seq: 0,
  message: 'Which flight suits you?',
  schema: { type: 'object', 'x-model-context': { flights: smallFlights } },
};
const seat = (elicitId: string) => ({
  ...flight,
  elicitId,
  key: 'seat',
  seq: 1,
  message: 'Where would you like to sit?',
  schema: { type: 'object' },
  changeable: [[0, 0]],
});

/** What the server does with the new answer. */
type Changing = 'changes it' | 'is silent' | 'is away' | 'finds it invalid' | 'says it is too late' | 'is stuck';

/** A minimal server: it asks for a flight and a seat, and treats the change of the flight as the story says. */
function scriptedTransport(changing: Changing): ChatTransport {
  let revision = 0;
  let first: string | undefined;
  const told = (...events: readonly object[]) => events.map((event) => ({ revision: ++revision, event }));
  const stream = (...lines: readonly object[]) =>
    new Response([...lines, { event: { type: 'end' } }].map((line) => `${JSON.stringify(line)}\n`).join(''));
  return async ({ body, signal }) => {
    const [answer] = body.pluginElicitResponses ?? [];
    if (answer === undefined) {
      return stream(...told({ type: 'messages', messages: body.messages }, flight));
    }
    const settled = { type: 'plugin_elicit_settled', ...ids, elicitId: 'flight', action: 'accept' };
    if (answer.revises === undefined) {
      first = answer.answerId;
      return stream(...told({ ...settled, answerId: first }, seat('seat')));
    }
    const revised = { type: 'plugin_elicit_revised', ...ids, elicitId: 'flight', action: 'accept', gone: ['seat'] };
    switch (changing) {
      case 'changes it':
        return stream(...told({ ...revised, answerId: answer.answerId }, seat('seat~1')));
      case 'is stuck':
        return stream(...told({ ...revised, answerId: first, isStuck: true }, seat('seat~1')));
      case 'says it is too late':
        return stream({ event: { ...settled, answerId: first, kept: 'late' } });
      case 'finds it invalid': {
        const issues = [{ path: [], message: 'This flight has just been sold out. Please pick another one.' }];
        return stream({ event: { ...settled, answerId: first, kept: 'invalid', issues } });
      }
      case 'is away':
        throw new TypeError('offline');
      case 'is silent':
        return new Promise<Response>((_, reject) =>
          signal.addEventListener('abort', () => reject(new Error('aborted'))),
        );
    }
  };
}

function Conversation({ changing, ...outlet }: ElicitOutletProps & { changing: Changing }): ReactNode {
  const [client] = useState(() => begin(changing));
  return (
    <PluginSessionProvider client={client}>
      <ElicitOutlet {...outlet} />
    </PluginSessionProvider>
  );
}

function begin(changing: Changing): PluginClient {
  const transport = scriptedTransport(changing);
  const client = createPluginClient({ transport, plugins: [plugin], retry: false, storage: false, tabs: false });
  void client.send('Book me a flight from New York to Los Angeles');
  return client;
}

const first = 'SkyHigh Airways SH101';
const other = 'Blue Horizon BH220';

/** Picks the first flight. */
async function pick({ canvasElement, globals }: Played, name: RegExp): Promise<void> {
  const canvas = within(canvasElement);
  await userEvent.click(await canvas.findByRole('radio', { name }));
  await userEvent.click(canvas.getByRole('button', { name: said({ globals }).flightList.commit }));
}

async function change(played: Played): Promise<void> {
  await pick(played, /SkyHigh/);
  const { receipt } = said(played);
  await userEvent.click(await within(played.canvasElement).findByRole('button', { name: receipt.changeOf(first) }));
}

/** A dialog is at the end of the document. */
const dialogOf = ({ canvasElement }: Played) => within(canvasElement.ownerDocument.body);
const pickInDialog = (played: Played, name: RegExp) =>
  pick({ ...played, canvasElement: played.canvasElement.ownerDocument.body }, name);
/** An arrow stands before it, which is not read out. */
const nameOf = (words: string) => (name: string) => name.endsWith(words);

const receiptOf = async (played: Played, title: string) => {
  const { receipt } = said(played);
  return within(played.canvasElement).findByRole('group', {
    name: receipt.named(receipt.outcomes.answered, title),
  });
};

const meta = preview.meta({
  title: 'Chat/Change an answer',
  component: ElicitOutlet as FC<ElicitOutletProps & { changing: Changing }>,
  render: (args) => <Conversation {...args} />,
  args: { changing: 'changes it' as Changing },
  argTypes: {
    changing: {
      table: { category: 'Of the stories here' },
      description: 'What the server does with the new answer',
      control: 'inline-radio',
      options: ['changes it', 'is silent', 'is away', 'finds it invalid', 'says it is too late', 'is stuck'],
    },
  },
  parameters: { docs: { story: { inline: false, height: '560px' } } },
});

/** While a later question waits, the receipt of the earlier answer has a Change button. */
export const CanBeChanged = meta.story({
  async play(played) {
    await pick(played, /SkyHigh/);
    const { receipt } = said(played);
    const button = await within(played.canvasElement).findByRole('button', { name: receipt.changeOf(first) });
    await expect(button).toHaveTextContent(receipt.change);
  },
});

/** The question is open again, with the earlier choice and what another one does. */
export const BeingChanged = meta.story({
  async play(played) {
    await change(played);
    const canvas = within(played.canvasElement);
    await expect(await canvas.findByRole('radio', { name: /SkyHigh/ })).toBeChecked();
    const { card, notes, receipt } = said(played);
    await expect(canvas.getByRole('group', { name: receipt.changeOf('Book flight') })).toHaveFocus();
    // The line in it, and the same for screen readers.
    await expect(canvas.getAllByText(notes.changing)).toHaveLength(2);
    await expect(canvas.getByRole('button', { name: notes.keep })).toBeEnabled();
    await expect(canvas.queryAllByRole('button', { name: card.decline })).toHaveLength(1);
  },
});

/** Keep it, Escape, and the same choice again leave the answer. */
export const Kept = meta.story({
  async play(played) {
    await change(played);
    await userEvent.click(await within(played.canvasElement).findByRole('button', { name: said(played).notes.keep }));
    const receipt = await receiptOf(played, first);
    await waitFor(() => expect(receipt).toHaveFocus());
  },
});

/** In a dialog, the way back is below the bar of the question that waits. */
export const OfferedInADialog = meta.story({
  args: { presentation: 'dialog' },
  async play(played) {
    await pickInDialog(played, /SkyHigh/);
    const { receipt } = said(played);
    await expect(await dialogOf(played).findByRole('button', { name: nameOf(receipt.changeOf(first)) })).toBeVisible();
  },
});

/** Keep it leads back to the question that waits. */
export const BeingChangedInADialog = meta.story({
  args: { presentation: 'dialog' },
  async play(played) {
    await pickInDialog(played, /SkyHigh/);
    const { notes, receipt } = said(played);
    const dialog = dialogOf(played);
    await userEvent.click(await dialog.findByRole('button', { name: nameOf(receipt.changeOf(first)) }));
    await expect(await dialog.findByRole('radio', { name: /SkyHigh/ })).toBeChecked();
    await expect(dialog.getByRole('button', { name: notes.keep })).toBeEnabled();
  },
});

export const SendingTheChange = meta.story({
  args: { changing: 'is silent' },
  async play(played) {
    await change(played);
    await pick(played, /Blue Horizon/);
    await expect(await within(played.canvasElement).findByText(said(played).flightList.sending)).toBeVisible();
  },
});

/** The change was not sent. Try again sends it; Keep it gives it up. */
export const NotSent = meta.story({
  args: { changing: 'is away' },
  parameters: { console: [/could not be reached/] },
  async play(played) {
    await change(played);
    await pick(played, /Blue Horizon/);
    const canvas = within(played.canvasElement);
    const { card, notes } = said(played);
    await expect(await canvas.findByRole('button', { name: card.retry })).toBeEnabled();
    await expect(canvas.getByRole('button', { name: notes.keep })).toBeEnabled();
  },
});

/** What came after the answer is gone, and is asked anew. */
export const Changed = meta.story({
  async play(played) {
    await change(played);
    await pick(played, /Blue Horizon/);
    const receipt = await receiptOf(played, other);
    await waitFor(() => expect(receipt).toHaveFocus());
    // The line on the page, and the same for screen readers.
    await expect(await within(played.canvasElement).findAllByText(said(played).notes.changed)).toHaveLength(2);
  },
});

/** The new answer did not pass the tool's check: the earlier one counts until another is given. */
export const Invalid = meta.story({
  args: { changing: 'finds it invalid' },
  async play(played) {
    await change(played);
    await pick(played, /Blue Horizon/);
    const canvas = within(played.canvasElement);
    await expect(await canvas.findByText(/just been sold out/)).toBeVisible();
    await expect(canvas.getByRole('radio', { name: /Blue Horizon/ })).toBeChecked();
  },
});

export const TooLate = meta.story({
  args: { changing: 'says it is too late' },
  async play(played) {
    await change(played);
    await pick(played, /Blue Horizon/);
    await receiptOf(played, first);
    const canvas = within(played.canvasElement);
    const { notes, receipt } = said(played);
    await expect(await canvas.findAllByText(notes.late)).toHaveLength(2);
    await expect(canvas.queryByRole('button', { name: receipt.changeOf(first) })).toBeNull();
  },
});

/** Something could not be undone, so the earlier answer stands, and only what could be undone is asked again. */
export const Stuck = meta.story({
  args: { changing: 'is stuck' },
  async play(played) {
    await change(played);
    await pick(played, /Blue Horizon/);
    await receiptOf(played, first);
    await expect(await within(played.canvasElement).findAllByText(said(played).notes.stuck)).toHaveLength(2);
  },
});
