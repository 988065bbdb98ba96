import { useState, type ReactNode } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { createPluginClient, ElicitOutlet, PluginSessionProvider, type PluginClient } from '../src/index.ts';
import type { ChatTransport } from '../src/client.ts';
import { scriptStream } from './scripted-stream.ts';
import { said, type Played } from './said.ts';

const ids = { sessionId: 'call_1', callId: 'call_1', elicitId: 'call_1:0' };

const details = {
  message: 'A few details, and I will book it.',
  schema: {
    type: 'object',
    title: 'Who is flying?',
    properties: {
      name: { type: 'string', title: 'Name', description: 'As in the passport' },
      email: { type: 'string', format: 'email', title: 'Email' },
      cabin: { type: 'string', title: 'Cabin', enum: ['eco', 'biz'], enumNames: ['Economy', 'Business'] },
    },
    required: ['name', 'email'],
  },
};
const yesOrNo = {
  message: 'The fare cannot be refunded.',
  schema: { type: 'object', properties: { ok: { type: 'boolean', title: 'Book it anyway?' } } },
};
const goOn = { message: 'Shall I cancel the booking EK7?', schema: { type: 'object', properties: {} } };

/** How the server treats an answer. */
type Answering = 'settles' | 'is silent' | 'is away' | 'refuses';

/** A minimal server: it asks a question without a plugin, and treats the answer as the story says. */
function scriptedTransport(question: object, answering: Answering): ChatTransport {
  const ask = { type: 'plugin_elicit_request', ...ids, toolName: 'book_flight', key: 'details', ...question };
  const stream = scriptStream();
  return async ({ body, signal }) => {
    const [answer] = body.pluginElicitResponses ?? [];
    if (answer === undefined) return stream(body, ask);
    if (answering === 'is away') throw new TypeError('offline');
    if (answering === 'is silent') {
      return new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    }
    if (answering === 'refuses' && answer.attempt === 1) {
      const issues = [
        { path: ['email'], message: 'This address is not known to us.' },
        { path: [], message: 'The booking is held for ten more minutes.' },
      ];
      return stream(body, { ...ask, attempt: 2, issues });
    }
    return stream(body, { type: 'plugin_elicit_settled', ...ids, action: answer.result.action });
  };
}

interface ConversationProps {
  question: object;
  answering: Answering;
}

function Conversation({ question, answering }: ConversationProps): ReactNode {
  const [client] = useState(() => begin(question, answering));
  return (
    <PluginSessionProvider client={client}>
      <ElicitOutlet />
    </PluginSessionProvider>
  );
}

function begin(question: object, answering: Answering): PluginClient {
  const transport = scriptedTransport(question, answering);
  const client = createPluginClient({ transport, plugins: [], retry: false, storage: false });
  void client.send('Book me a flight from New York to Los Angeles');
  return client;
}

async function fillIn({ canvasElement, globals }: Played): Promise<void> {
  const canvas = within(canvasElement);
  await userEvent.type(await canvas.findByLabelText(/Name/), 'Zoë');
  await userEvent.type(canvas.getByLabelText(/Email/), 'zoe@example.com');
  await userEvent.click(canvas.getByRole('button', { name: said({ globals }).schemaForm.send }));
}

const meta = preview.meta({
  title: 'Chat/Forms in an ElicitOutlet',
  component: Conversation,
  args: { question: details as object, answering: 'settles' as Answering },
  argTypes: {
    question: { control: 'object', description: 'What the server asks' },
    answering: {
      description: 'What the server does with an answer',
      control: 'inline-radio',
      options: ['settles', 'is silent', 'is away', 'refuses'],
    },
  },
  // Show each story in a frame of its own.
  parameters: { docs: { story: { inline: false, height: '560px' } } },
});

/** A question without a plugin: the card has the ways out, and the form the rest. */
export const Pending = meta.story({
  async play({ canvasElement }) {
    await expect(await within(canvasElement).findByLabelText(/Name/)).toBeVisible();
  },
});

/** One click and a confirm. */
export const OneYesOrNo = meta.story({
  args: { question: yesOrNo },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const { schemaForm, receipt } = said({ globals });
    await userEvent.click(await canvas.findByRole('radio', { name: schemaForm.yes }));
    await userEvent.click(canvas.getByRole('button', { name: schemaForm.confirm }));
    const name = receipt.named(receipt.outcomes.answered, schemaForm.yes);
    await expect(await canvas.findByRole('group', { name })).toBeVisible();
  },
});

/** Nothing to fill in. */
export const PlainConfirmation = meta.story({
  args: { question: goOn },
  async play({ canvasElement, globals }) {
    await expect(
      await within(canvasElement).findByRole('button', { name: said({ globals }).schemaForm.confirm }),
    ).toBeVisible();
  },
});

/** The entries stay in view, disabled. */
export const Sending = meta.story({
  args: { answering: 'is silent' },
  async play({ canvasElement, globals }) {
    await fillIn({ canvasElement, globals });
    await expect(await within(canvasElement).findByText(said({ globals }).schemaForm.sending)).toBeVisible();
  },
});

/** Sending failed: Try again sends the same answer. */
export const NotSent = meta.story({
  args: { answering: 'is away' },
  parameters: { console: [/could not be reached/] },
  async play({ canvasElement, globals }) {
    await fillIn({ canvasElement, globals });
    await expect(await within(canvasElement).findByRole('alert')).toHaveTextContent(
      said({ globals }).notes.problems.unreachable,
    );
    await expect(within(canvasElement).getByLabelText(/Name/)).toHaveValue('Zoë');
  },
});

/** The tool refused the answer. Issues appear at their fields, those without a field at the top. */
export const RefusedWithIssues = meta.story({
  args: { answering: 'refuses' },
  async play({ canvasElement, globals }) {
    await fillIn({ canvasElement, globals });
    await expect(await within(canvasElement).findByText('This address is not known to us.')).toBeVisible();
    await expect(within(canvasElement).getByLabelText(/Name/)).toHaveValue('Zoë');
  },
});

export const Ended = meta.story({
  async play({ canvasElement, globals }) {
    await fillIn({ canvasElement, globals });
    await expect(await within(canvasElement).findByText(/^Zoë/)).toBeVisible();
  },
});

/** No form can ask for this: only the ways out remain. */
export const NoForm = meta.story({
  parameters: { console: [/No form can ask/] },
  args: {
    question: {
      message: 'On which floor do you live?',
      schema: {
        type: 'object',
        properties: { floor: { type: 'integer', title: 'Floor', minimum: 2, maximum: 1 } },
        required: ['floor'],
      },
    },
  },
  async play({ canvasElement, globals }) {
    await expect(await within(canvasElement).findByText(said({ globals }).schemaForm.refusedTitle)).toBeVisible();
  },
});

/** A page to open, in place of a form. */
export const PageToOpen = meta.story({
  args: {
    question: {
      message: 'Please pay the deposit.',
      mode: 'url',
      key: '~url',
      schema: {},
      url: 'https://pay.example.com/7',
    },
  },
  async play({ canvasElement, globals }) {
    await expect(
      await within(canvasElement).findByRole('link', { name: new RegExp(said({ globals }).urlConsent.open) }),
    ).toBeVisible();
  },
});
