import { askHere } from '../src/client.ts';
import { useState, type ReactNode } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { createPluginClient, ElicitOutlet, PluginSessionProvider, type PluginClient } from '../src/index.ts';
import type { AskedQuestion, OutsideQuestion } from '../src/client.ts';
import { longSentence, longText, pageOfStates, SideBySide } from './side-by-side.tsx';
import { said } from './said.ts';

const server = { name: 'Expenses', origin: 'https://expenses.example' };

interface QuestionProps {
  /** The server's question. */
  question: Omit<OutsideQuestion, 'server'>;
  /** Settles the question at once. */
  ending?: ((asked: AskedQuestion) => void) | undefined;
}

/** A question from an MCP server, without a chat server. */
function Question({ question, ending }: QuestionProps): ReactNode {
  const [client] = useState(() => begin(question, ending));
  return (
    <PluginSessionProvider client={client}>
      <ElicitOutlet />
    </PluginSessionProvider>
  );
}

function begin(question: QuestionProps['question'], ending: QuestionProps['ending']): PluginClient {
  const client = createPluginClient({ plugins: [], storage: false });
  // Ask once there is an outlet that can show a form.
  setTimeout(() => {
    const asked = askHere(client, { server, toolName: 'file_receipt', ...question });
    ending?.(asked);
  });
  return client;
}

const trip = {
  message: 'Which trip does this receipt belong to?',
  schema: { type: 'object', properties: { trip: { type: 'string', title: 'Trip' } }, required: ['trip'] },
};
const page = { message: 'Please sign in to Expenses.', mode: 'url' as const, url: 'https://expenses.example/sign-in' };

const meta = preview.meta({
  title: 'Questions/Of MCP servers',
  component: Question,
  args: { question: trip as QuestionProps['question'] },
  argTypes: {
    question: { control: 'object', description: 'What the server asks' },
    ending: { control: false, description: 'What becomes of it at once' },
  },
  parameters: { docs: { story: { inline: false, height: '420px' } } },
});

/** The line above it has a square icon and the name that the host gave the server. */
export const Form = meta.story({
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('textbox', { name: /Trip/ })).toBeEnabled();
    await expect(canvas.getByText(said({ globals }).notes.from(server.name, server.origin))).toBeVisible();
  },
});

/** A page to open, with its full address. */
export const PageToOpen = meta.story({
  args: { question: page },
  async play({ canvasElement, globals }) {
    const { open } = said({ globals }).urlConsent;
    await expect(await within(canvasElement).findByRole('link', { name: new RegExp(open) })).toBeVisible();
  },
});

/** Every state, side by side. */
export const States = meta.story({
  parameters: { ...pageOfStates, console: [/No form can ask/, /was not delivered/] },
  async play({ canvasElement, globals }) {
    const { schemaForm, notes, card } = said({ globals });
    const answer = async (title: string) => {
      const name = within(canvasElement).getByText(title, { selector: 'figcaption' });
      const state = within(name.closest('figure') as HTMLElement);
      await userEvent.type(await state.findByRole('textbox'), 'Lima');
      await userEvent.click(state.getByRole('button', { name: schemaForm.send }));
      return state;
    };
    const refused = await answer('Asked again');
    await expect(await refused.findByText('Nobody went to Lima.')).toBeVisible();
    const lost = await answer('Not heard');
    await expect(await lost.findByRole('button', { name: card.retry })).toBeVisible();
    await expect(lost.getByText(notes.problems.unconfirmed, { exact: false })).toBeVisible();
  },
  render: (_args, { globals }) => {
    const { mcp, locale } = said({ globals });
    const issues = [{ path: ['trip'], message: 'Nobody went to Lima.' }];
    const floor = {
      properties: { floor: { type: 'integer', title: 'Floor', minimum: 2, maximum: 1 } },
      required: ['floor'],
    };
    const long = {
      type: 'string',
      title: 'What the airline calls the booking in its letter',
      description: longSentence,
    };
    return (
      <SideBySide
        states={{
          'A form': <Question question={trip} />,
          'A yes or no': <Question question={{ message: 'Shall I file it under travel?', schema: yesOrNo }} />,
          'Asked again': <Question question={{ ...trip, check: () => issues }} />,
          'A page to open': <Question question={page} />,
          'A page that a call needs': <Question question={{ ...page, submitLabel: mcp.goOn(server.name) }} />,
          'Not heard': <Question question={{ ...trip, deliver: () => Promise.reject(new Error('offline')) }} />,
          'No form can ask it': (
            <Question question={{ message: 'On which floor do you live?', schema: { type: 'object', ...floor } }} />
          ),
          'Long text': (
            <Question question={{ message: longText, schema: { type: 'object', properties: { trip: long } } }} />
          ),
          Answered: (
            <Question
              question={trip}
              ending={({ settle }) => settle({ action: 'accept', content: { trip: 'Oslo' } })}
            />
          ),
          Skipped: <Question question={trip} ending={({ settle }) => settle({ action: 'decline' })} />,
          Cancelled: <Question question={trip} ending={({ settle }) => settle({ action: 'cancel' })} />,
          Expired: <Question question={{ ...trip, expiresAt: 1 }} />,
          'Done on the page': (
            <Question
              question={page}
              ending={({ settle, note }) => {
                settle({ action: 'accept', content: {} });
                note({ title: mcp.completed });
              }}
            />
          ),
          'Never enough': (
            <Question question={{ message: '', ended: { title: mcp.tooManyRounds(server.name, 8, locale) } }} />
          ),
        }}
      />
    );
  },
});

const yesOrNo = { type: 'object', properties: { ok: { type: 'boolean', title: 'File it' } } };
