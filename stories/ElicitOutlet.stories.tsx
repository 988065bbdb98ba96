import { askHere } from '../src/client.ts';
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
  type PluginClient,
} from '../src/index.ts';
import type { ChatTransport } from '../src/client.ts';
import { answerWith, createMcpTool, makePlugin } from '../src/plugin.ts';
import { flightSchema } from '../src/travel.ts';
import { smallFlights } from './travel-samples.ts';
import { openMenu } from './open-menu.ts';
import { scriptStream } from './scripted-stream.ts';
import { said, type Played } from './said.ts';

const message = 'Here are the flights from New York to Los Angeles. Which one suits you?';

const bookFlight = createMcpTool('book_flight')
  .description('Book a flight')
  .parameters(z.object({}))
  .elicits({
    pickFlight: {
      response: z.object({ flightId: z.string() }),
      context: z.object({ flights: z.array(flightSchema) }),
    },
  });

const flightPlugin = makePlugin(bookFlight)
  .onElicit({ pickFlight: answerWith(FlightList, ({ flights }) => ({ flights, message, locale: 'en-US' })) })
  .receipts({
    pickFlight: ({ flightId }) => {
      const flight = smallFlights.find(({ id }) => id === flightId);
      return { title: `${String(flight?.airline)} ${String(flight?.flightNumber)}`, detail: 'New York to Los Angeles' };
    },
  })
  .build();

let isBroken = true;
function Fragile({ onRespond }: { onRespond: (answer: { flightId: string }) => void }): ReactNode {
  if (isBroken) throw new Error('The list of flights is broken');
  return (
    <button type="button" onClick={() => onRespond({ flightId: 'sky' })}>
      Take the first flight
    </button>
  );
}
const fragilePlugin = makePlugin(bookFlight)
  .onElicit({ pickFlight: answerWith(Fragile, () => ({})) })
  .build();

const ids = { sessionId: 'call_1', callId: 'call_1' };
const ask = {
  type: 'plugin_elicit_request',
  ...ids,
  toolName: 'book_flight',
  elicitId: 'call_1:0',
  key: 'pickFlight',
  message,
  schema: { type: 'object', 'x-model-context': { flights: smallFlights } },
};

/** How the server treats an answer. */
type Answering = 'settles' | 'asks somebody else' | 'is silent' | 'is away' | 'asks again' | 'has forgotten it';

/** A minimal server: it asks, and treats the answer as the story says. */
function scriptedTransport(answering: Answering): ChatTransport {
  const stream = scriptStream();
  let isAway = answering === 'is away';
  return async ({ body, signal }) => {
    const [answer] = body.pluginElicitResponses ?? [];
    const to = answering === 'asks somebody else' && { to: { who: [{ name: 'Bo Lund' }, { role: 'travel_manager' }] } };
    if (answer === undefined) return stream(body, { ...ask, ...to });
    if (isAway) {
      isAway = false;
      throw new TypeError('offline');
    }
    if (answering === 'is silent') {
      return new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    }
    if (answering === 'asks again' && answer.attempt === 1) {
      const issues = [{ path: ['flightId'], message: 'This flight has just been sold out. Please pick another one.' }];
      return stream(body, { ...ask, attempt: 2, issues });
    }
    if (answering === 'has forgotten it') {
      return stream(body, { type: 'plugin_session_error', ...ids, error: 'SESSION_NOT_FOUND', message: '' });
    }
    const { action } = answer.result;
    return stream(body, { type: 'plugin_elicit_settled', ...ids, elicitId: 'call_1:0', action });
  };
}

/** What can show the question. */
type Showing = 'flight list' | 'a broken component' | 'nobody' | 'a form, for a server of another kind';

interface ConversationProps extends ElicitOutletProps {
  answering: Answering;
  showing: Showing;
}

function Conversation({ answering, showing, ...outlet }: ConversationProps): ReactNode {
  const [client] = useState(() => begin(answering, showing));
  return (
    <PluginSessionProvider client={client}>
      <ElicitOutlet {...outlet} />
    </PluginSessionProvider>
  );
}

function begin(answering: Answering, showing: Showing): PluginClient {
  const plugins = showing === 'flight list' ? [flightPlugin] : showing === 'a broken component' ? [fragilePlugin] : [];
  const transport = scriptedTransport(answering);
  // Stories share a page, so keep each from finding another's conversation.
  const client = createPluginClient({ transport, plugins, retry: false, storage: false });
  // Ask once there is an outlet that can show a form.
  if (showing === 'a form, for a server of another kind') setTimeout(() => askHere(client, askedElsewhere));
  else void client.send('Book me a flight from New York to Los Angeles');
  return client;
}

/** A question as an MCP server asks it. */
const askedElsewhere = {
  server: { name: 'Expenses', origin: 'https://expenses.example' },
  toolName: 'file_receipt',
  message: 'Which trip does this receipt belong to?',
  schema: { type: 'object', properties: { trip: { type: 'string', title: 'Trip' } }, required: ['trip'] },
} as const;

async function pick({ canvasElement, globals }: Played, name: RegExp): Promise<void> {
  const canvas = within(canvasElement);
  await userEvent.click(await canvas.findByRole('radio', { name }));
  await userEvent.click(canvas.getByRole('button', { name: said({ globals }).flightList.commit }));
}

/** The errors that React and the client log. */
const crash = /error occurred in|COMPONENT_CRASHED|is broken/;

const ofTheStory = { table: { category: 'Of the stories here' } };

const meta = preview.meta({
  title: 'Chat/ElicitOutlet',
  component: ElicitOutlet as FC<ConversationProps>,
  render: (args) => <Conversation {...args} />,
  args: { answering: 'settles' as Answering, showing: 'flight list' as Showing },
  argTypes: {
    answering: {
      ...ofTheStory,
      description: 'What the server does with an answer',
      control: 'inline-radio',
      options: ['settles', 'asks somebody else', 'is silent', 'is away', 'asks again', 'has forgotten it'],
    },
    showing: {
      ...ofTheStory,
      description: 'Who can show the question',
      control: 'inline-radio',
      options: ['flight list', 'a broken component', 'nobody', 'a form, for a server of another kind'],
    },
  },
  // Show each story in a frame of its own.
  parameters: { docs: { story: { inline: false, height: '560px' } } },
});

/** A question in the conversation, shown by its plugin. */
export const Pending = meta.story({
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await expect(await canvas.findAllByRole('radio')).toHaveLength(3);
    await expect(canvas.getAllByText(message).filter((shown) => shown.checkVisibility())).toHaveLength(1);
    const { card } = said({ globals });
    await expect(canvas.getAllByRole('button', { name: card.decline })).toHaveLength(1);
    await expect(canvas.queryByRole('button', { name: card.cancel })).toBeNull();
    await expect(await openMenu(canvasElement, card)).toBeEnabled();
    await userEvent.keyboard('{Escape}');
    await expect(canvas.queryByRole('button', { name: card.cancel })).toBeNull();
  },
});

/** While the answer is being sent, everything is disabled. */
export const Sending = meta.story({
  args: { answering: 'is silent' },
  async play({ canvasElement, globals }) {
    await pick({ canvasElement, globals }, /Blue Horizon/);
    const canvas = within(canvasElement);
    await expect(await canvas.findByText(said({ globals }).flightList.sending)).toBeVisible();
    await waitFor(() => expect(canvasElement.querySelector('input:checked')?.closest('[inert]')).not.toBeNull());
    const { more } = said({ globals }).card;
    await expect(canvas.getByRole('button', { name: new RegExp(`^${more('')}`) })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  },
});

/** Sending failed: the choice is kept. */
export const Failed = meta.story({
  args: { answering: 'is away' },
  parameters: { console: [/could not be reached/] },
  async play({ canvasElement, globals }) {
    await pick({ canvasElement, globals }, /Blue Horizon/);
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('alert')).toHaveTextContent(said({ globals }).notes.problems.unreachable);
    await expect(canvas.getByRole('button', { name: said({ globals }).card.retry })).toBeEnabled();
    await expect(canvasElement.querySelector<HTMLInputElement>('input:checked')).not.toBeNull();
  },
});

/** Try again sends the same answer. */
export const FailedThenRetried = meta.story({
  args: { answering: 'is away' },
  parameters: { console: [/could not be reached/] },
  async play({ canvasElement, globals }) {
    await pick({ canvasElement, globals }, /Blue Horizon/);
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: said({ globals }).card.retry }));
    await expect(await canvas.findByText('Blue Horizon BH220')).toBeVisible();
  },
});

/** The server refused the answer: the flight is marked with the reason, and another one can be picked. */
export const AskedAgain = meta.story({
  args: { answering: 'asks again' },
  async play({ canvasElement, globals }) {
    await pick({ canvasElement, globals }, /Blue Horizon/);
    const canvas = within(canvasElement);
    await waitFor(() => expect(canvas.getByRole('radio', { name: /Blue Horizon.*sold out/ })).toBeDisabled());
    await pick({ canvasElement, globals }, /SkyHigh/);
    await expect(await canvas.findByText('SkyHigh Airways SH101')).toBeVisible();
  },
});

/** A receipt remains and has the focus. */
export const Answered = meta.story({
  async play({ canvasElement, globals }) {
    await pick({ canvasElement, globals }, /Pacific Wings/);
    const canvas = within(canvasElement);
    const receipt = await canvas.findByRole('group', {
      name: new RegExp(`^${said({ globals }).receipt.outcomes.answered}`),
    });
    await expect(receipt).toHaveTextContent('Pacific Wings PW7');
    await waitFor(() => expect(receipt).toHaveFocus());
    await expect(canvas.queryByRole('radio')).toBeNull();
  },
});

export const Declined = meta.story({
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const { card, receipt } = said({ globals });
    await userEvent.click(await canvas.findByRole('button', { name: card.decline }));
    await expect(
      await canvas.findByRole('group', { name: receipt.named(receipt.outcomes.declined, message) }),
    ).toBeVisible();
  },
});

/** Somebody else answers: one line says whom the question waits for, and takes it back. */
export const AskedOfOthers = meta.story({
  args: { answering: 'asks somebody else' },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const { receipt } = said({ globals });
    const waiting = await canvas.findByRole('group', { name: receipt.named(receipt.outcomes.waiting, message) });
    await expect(waiting).toHaveTextContent('Bo Lund');
    await expect(canvas.queryByRole('radio')).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: receipt.withdrawOf(message) }));
    await expect(
      await canvas.findByRole('group', { name: receipt.named(receipt.outcomes.cancelled, message) }),
    ).toHaveFocus();
  },
});

/** The same, before anything is done. */
export const WaitsForOthers = meta.story({ args: { answering: 'asks somebody else' } });

/** No plugin claims the question: it is shown anyway, with the ways out. */
export const Unknown = meta.story({
  args: { showing: 'nobody' },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('heading', { name: message })).toBeVisible();
    const { card } = said({ globals });
    await userEvent.click(await openMenu(canvasElement, card));
    await expect(
      await canvas.findByRole('group', { name: new RegExp(`^${said({ globals }).receipt.outcomes.cancelled}`) }),
    ).toBeVisible();
  },
});

export const UnknownPending = meta.story({ args: { showing: 'nobody' } });

/** A component crashed. The crash stays inside its question, and Try again renders it again. */
export const Crashed = meta.story({
  args: { showing: 'a broken component' },
  parameters: { console: [crash] },
  async play({ canvasElement, globals }) {
    isBroken = true;
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('alert')).toHaveTextContent(said({ globals }).notes.crashed);
    await expect(canvas.getByRole('heading', { name: message })).toBeVisible();
    await expect(canvas.getByRole('button', { name: said({ globals }).card.decline })).toBeEnabled();
  },
});

export const CrashedThenRetried = meta.story({
  args: { showing: 'a broken component' },
  parameters: { console: [crash] },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await canvas.findByRole('alert');
    isBroken = false;
    await userEvent.click(canvas.getByRole('button', { name: said({ globals }).card.retry }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Take the first flight' }));
    await expect(
      await canvas.findByRole('group', { name: new RegExp(`^${said({ globals }).receipt.outcomes.answered}`) }),
    ).toBeVisible();
    isBroken = true;
  },
});

/** The server has lost the call. Its effects are unknown, so the person may ask again. */
export const Lost = meta.story({
  args: { answering: 'has forgotten it' },
  async play({ canvasElement, globals }) {
    await pick({ canvasElement, globals }, /SkyHigh/);
    const again = await within(canvasElement).findByRole('button', { name: said({ globals }).notes.askAgain });
    await expect(again).toBeEnabled();
  },
});

/** A question from a server other than the chat's shows that server's name, as the host gives it. */
export const OfAnotherServer = meta.story({
  args: { showing: 'a form, for a server of another kind' },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('textbox', { name: /Trip/ })).toBeEnabled();
    await expect(
      canvas.getByText(said({ globals }).notes.from('Expenses', askedElsewhere.server.origin)),
    ).toBeVisible();
  },
});
