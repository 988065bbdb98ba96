import { useState, type FC, type ReactNode } from 'react';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import * as z from 'zod';
import preview from '../.storybook/preview.tsx';
import {
  createPluginClient,
  ElicitOutlet,
  FlightList,
  PluginSessionProvider,
  type PluginClient,
} from '../src/index.ts';
import { ElicitDialog, type ElicitDialogProps } from '../src/dialog.ts';
import type { ChatTransport } from '../src/client.ts';
import { answerWith, createMcpTool, makePlugin } from '../src/plugin.ts';
import { flightSchema } from '../src/travel.ts';
import { smallFlights } from './travel-samples.ts';
import { pageOfStates, PagesSideBySide } from './side-by-side.tsx';
import { scriptStream } from './scripted-stream.ts';
import { said, type Played } from './said.ts';
import { openMenu } from './open-menu.ts';

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

const plugin = makePlugin(bookFlight)
  .onElicit({ pickFlight: answerWith(FlightList, ({ flights }) => ({ flights, locale: 'en-US' })) })
  .receipts({
    pickFlight: ({ flightId }) => {
      const flight = smallFlights.find(({ id }) => id === flightId);
      return { title: `${String(flight?.airline)} ${String(flight?.flightNumber)}`, detail: 'New York to Los Angeles' };
    },
  })
  .build();

const idsOf = (callId: string) => ({ sessionId: callId, callId, elicitId: `${callId}:0` });
const ask = (callId: string) => ({
  type: 'plugin_elicit_request',
  ...idsOf(callId),
  toolName: 'book_flight',
  key: 'pickFlight',
  message,
  schema: { type: 'object', 'x-model-context': { flights: smallFlights } },
});

/** How the server treats an answer. */
type Answering = 'settles' | 'is silent' | 'is away';

function scriptedTransport(answering: Answering, questions: number): ChatTransport {
  const stream = scriptStream();
  let isAway = answering === 'is away';
  return async ({ body, signal }) => {
    const [answer] = body.pluginElicitResponses ?? [];
    if (answer === undefined) {
      return stream(body, ...Array.from({ length: questions }, (_, index) => ask(`call_${index + 1}`)));
    }
    if (isAway) {
      isAway = false;
      throw new TypeError('offline');
    }
    if (answering === 'is silent') {
      return new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    }
    const { action } = answer.result;
    return stream(body, { type: 'plugin_elicit_settled', ...idsOf(answer.callId), action });
  };
}

/** Props that the outlet sets for each question. The others are its `dialog` prop. */
const saidByOutlet = [
  'title',
  'by',
  'isOther',
  'step',
  'message',
  'quietMessage',
  'state',
  'hasDraft',
  'onAside',
  'onCancel',
  'earlier',
  'children',
] as const;

interface ConversationProps extends Omit<ElicitDialogProps, (typeof saidByOutlet)[number]> {
  answering: Answering;
  /** How many questions arrive at once. */
  questions: number;
}

function Conversation({ answering, questions, ...options }: ConversationProps): ReactNode {
  const [client] = useState(() => begin(answering, questions));
  return (
    <PluginSessionProvider client={client} assistant="SkyHigh assistant" toolTitles={{ book_flight: 'Book a flight' }}>
      <p style={{ color: 'CanvasText' }}>The conversation goes on here.</p>
      <ElicitOutlet presentation="dialog" dialog={options} />
    </PluginSessionProvider>
  );
}

function begin(answering: Answering, questions: number): PluginClient {
  const transport = scriptedTransport(answering, questions);
  // Stories share a page, so keep each from finding another's conversation.
  const client = createPluginClient({ transport, plugins: [plugin], retry: false, storage: false });
  void client.send('Book me a flight from New York to Los Angeles');
  return client;
}

const findDialog = () => screen.findByRole('dialog');

async function pick({ globals }: Pick<Played, 'globals'>, name: RegExp): Promise<void> {
  const asked = within(await findDialog());
  await userEvent.click(await asked.findByRole('radio', { name }));
  await userEvent.click(asked.getByRole('button', { name: said({ globals }).flightList.commit }));
}

const ofTheStory = { table: { category: 'Of the stories here' } };

const meta = preview.meta({
  title: 'Chat/ElicitDialog',
  component: ElicitDialog as unknown as FC<ConversationProps>,
  render: (args) => <Conversation {...args} />,
  args: { answering: 'settles' as Answering, questions: 1 },
  argTypes: {
    ...Object.fromEntries(saidByOutlet.map((name) => [name, { control: false }])),
    answering: {
      ...ofTheStory,
      description: 'What the server does with an answer',
      control: 'inline-radio',
      options: ['settles', 'is silent', 'is away'],
    },
    questions: { ...ofTheStory, description: 'How many questions come at once' },
  },
  // A dialog fills its page, so show each story in a frame.
  parameters: { docs: { story: { inline: false, iframeHeight: '640px' } } },
});

/** A question over the page, with the focus on it. The button that closes it is in the corner where lines end. */
export const Pending = meta.story({
  async play({ globals }) {
    const asked = await findDialog();
    // The question is the card's title, and names the dialog. Its bar names the assistant.
    await waitFor(() => expect(asked).toHaveAccessibleName(message));
    await expect(within(asked).getByText('SkyHigh assistant')).toBeVisible();
    await expect(asked).toHaveAccessibleDescription('');
    await waitFor(() => expect(asked).toHaveFocus());
    await expect(await within(asked).findAllByRole('radio')).toHaveLength(3);
    const corner = within(asked)
      .getByRole('button', { name: said({ globals }).dialog.close })
      .getBoundingClientRect();
    const frame = asked.getBoundingClientRect();
    await expect(corner.left - frame.left < frame.right - corner.right).toBe(globals['direction'] === 'rtl');
  },
});

async function putAside({ globals }: Pick<Played, 'globals'>): Promise<void> {
  const asked = await findDialog();
  await userEvent.click(await within(asked).findByRole('radio', { name: /Blue Horizon/ }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { named, outcomes } = said({ globals }).receipt;
  const line = await screen.findByRole('group', { name: named(outcomes.waiting, message) });
  await waitFor(() => expect(line).toHaveFocus());
}

/** Escape is not an answer: the question waits in one line. */
export const PutAside = meta.story({ play: putAside });

/** It opens again with the same choice. */
export const OpenedAgain = meta.story({
  async play({ globals }) {
    await putAside({ globals });
    await userEvent.click(screen.getByRole('button', { name: said({ globals }).receipt.open }));
    await expect(await within(await findDialog()).findByRole('radio', { name: /Blue Horizon/ })).toBeChecked();
  },
});

/** Only the menu of the bar cancels. */
export const Cancelled = meta.story({
  async play({ globals }) {
    const { card, receipt } = said({ globals });
    await userEvent.click(await openMenu(await findDialog(), card));
    const line = await screen.findByRole('group', { name: receipt.named(receipt.outcomes.cancelled, message) });
    await waitFor(() => expect(line).toHaveFocus());
    await expect(screen.queryByRole('dialog')).toBeNull();
  },
});

/** While the answer is being sent, everything is disabled, including the ways out. */
export const Sending = meta.story({
  args: { answering: 'is silent' },
  async play({ globals }) {
    await pick({ globals }, /Blue Horizon/);
    const asked = within(await findDialog());
    await expect(await asked.findByText(said({ globals }).flightList.sending)).toBeVisible();
    await expect(asked.getByRole('button', { name: said({ globals }).dialog.close })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await userEvent.keyboard('{Escape}');
    await expect(await findDialog()).toBeVisible();
  },
});

/** Sending failed: the dialog says so, and Try again sends the same answer. */
export const Failed = meta.story({
  args: { answering: 'is away' },
  parameters: { console: [/could not be reached/] },
  async play({ globals }) {
    await pick({ globals }, /Blue Horizon/);
    const asked = within(await findDialog());
    await expect(await asked.findByRole('alert')).toHaveTextContent(said({ globals }).notes.problems.unreachable);
    await expect(asked.getByRole('button', { name: said({ globals }).card.retry })).toBeVisible();
  },
});

/** A receipt remains in the conversation and has the focus. */
export const Answered = meta.story({
  async play({ canvasElement, globals }) {
    await pick({ globals }, /Pacific Wings/);
    const receipt = await within(canvasElement).findByRole('group', {
      name: new RegExp(`^${said({ globals }).receipt.outcomes.answered}`),
    });
    await expect(receipt).toHaveTextContent('Pacific Wings PW7');
    await waitFor(() => expect(receipt).toHaveFocus());
    await expect(screen.queryByRole('dialog')).toBeNull();
  },
});

/** Questions that arrive together are asked one by one. */
export const Several = meta.story({
  args: { questions: 2 },
  async play({ globals }) {
    const { dialog, locale } = said({ globals });
    const isAt = (at: number) =>
      waitFor(async () => expect(await findDialog()).toHaveAccessibleName(`${message} ${dialog.step(at, 2, locale)}`));
    await isAt(1);
    await pick({ globals }, /Pacific Wings/);
    await isAt(2);
    await expect(await within(await findDialog()).findAllByRole('radio')).toHaveLength(3);
  },
});

/** Every state that needs no window focus, each in a frame of its own. */
export const States = meta.story({
  tags: ['!test', '!autodocs'],
  parameters: pageOfStates,
  render: (_args, { globals }) => (
    <PagesSideBySide
      globals={globals}
      stories={{
        Asked: 'chat-elicitdialog--pending',
        'Of several': 'chat-elicitdialog--several',
        Sending: 'chat-elicitdialog--sending',
        'Not sent': 'chat-elicitdialog--failed',
        'Put aside': 'chat-elicitdialog--put-aside',
        Answered: 'chat-elicitdialog--answered',
      }}
    />
  ),
});
