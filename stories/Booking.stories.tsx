import { useEffect, useState, type ReactNode } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { bookFlightPlugin } from '../demo/book-flight/plugin.ts';
import { createDemoChat } from '../demo/server/chat.ts';
import {
  createPluginClient,
  ElicitOutlet,
  PluginSessionProvider,
  usePluginSession,
  type PluginClient,
} from '../src/index.ts';
import { memoryTransport } from '../src/testing.ts';
import { said } from './said.ts';

const wish = 'Book me a flight from NYC to LAX';

/**
 * A whole booking without a server. The real chat handler, the demo's tool and its scripted model run in this page, and
 * the client reaches them through `memoryTransport`.
 */
function Booking(): ReactNode {
  const [{ client, close }] = useState(open);
  useEffect(() => close, [close]);
  return (
    <PluginSessionProvider client={client}>
      <Conversation />
    </PluginSessionProvider>
  );
}

function open(): { client: PluginClient; close: () => void } {
  const chat = createDemoChat();
  const transport = memoryTransport(chat);
  // Stories share a page, so keep each from finding another's conversation.
  const client = createPluginClient({ transport, plugins: [bookFlightPlugin], storage: false, tabs: false });
  const close = () => {
    void client.close();
    void chat.close();
  };
  return { client, close };
}

function Conversation(): ReactNode {
  const { messages, text, calls, send } = usePluginSession();
  const progress = calls.find(({ status }) => status === 'running')?.progress?.message;
  return (
    <div data-elicit-root="" role="log" aria-live="off" aria-label="Conversation" style={column}>
      {messages.length === 0 && (
        <button type="button" data-elicit="" onClick={() => send(wish)}>
          {wish}
        </button>
      )}
      {messages.map(({ role, content, tool_calls }, index) => (
        <div key={tool_calls?.[0]?.id ?? `${role} ${index}`} style={column}>
          {role !== 'tool' && content !== '' && <p style={role === 'user' ? mine : told}>{content}</p>}
          {tool_calls?.map(({ id }) => (
            <ElicitOutlet key={id} callId={id} />
          ))}
        </div>
      ))}
      {text !== '' && <p style={told}>{text}</p>}
      {progress && <p style={told}>{progress}</p>}
      <ElicitOutlet />
    </div>
  );
}

const column = { display: 'grid', gap: 12, font: '16px/1.5 system-ui, sans-serif' } as const;
const told = { margin: 0, color: 'var(--elicit-text, CanvasText)' } as const;
const mine = { ...told, justifySelf: 'end', fontWeight: 600 } as const;

const meta = preview.meta({ title: 'Chat/Booking', component: Booking, parameters: { width: 620 } });

/** Ask for a flight and continue from there. */
export const Begin = meta.story({
  async play({ canvasElement }) {
    await expect(await within(canvasElement).findByRole('button', { name: wish })).toBeEnabled();
  },
});

/** From the first message to the ticket, by mouse. */
export const ByMouse = meta.story({
  async play({ canvasElement, globals, step }) {
    const canvas = within(canvasElement);
    await step('a person asks for a flight', async () => {
      await userEvent.click(await canvas.findByRole('button', { name: wish }));
    });
    await step('and picks one', async () => {
      const flights = await canvas.findAllByRole('radio', undefined, patient);
      await expect(flights.length).toBeGreaterThan(2);
      await userEvent.click(flights[0] as HTMLElement);
      await userEvent.click(canvas.getByRole('button', { name: said({ globals }).flightList.commit }));
    });
    await step('and a seat', async () => {
      const { noCharge, positions } = said({ globals }).seatPicker;
      const [seat] = await canvas.findAllByRole(
        'button',
        { name: new RegExp(`${positions.window}.*${noCharge}$`) },
        patient,
      );
      if (!(seat instanceof HTMLElement)) throw new Error('no seat');
      await userEvent.click(seat);
      await userEvent.click(
        canvas.getByRole('button', { name: said({ globals }).seatPicker.commit(seat.dataset['seat'] ?? '') }),
      );
    });
    await step('and is told of the ticket', async () => {
      await hear(canvas, /^You are booked to Los Angeles.*Have a good flight!$/);
      await expect(canvasElement.querySelectorAll('[data-elicit="receipt"][data-state="answered"]')).toHaveLength(2);
    });
  },
});

/** The same with the keyboard alone. */
export const ByKeyboard = meta.story({
  async play({ canvasElement, globals, step }) {
    const canvas = within(canvasElement);
    await canvas.findByRole('button', { name: wish });
    await step('ask', async () => {
      await userEvent.tab();
      await userEvent.keyboard('{Enter}');
    });
    await step('the arrow keys choose a flight, Enter answers', async () => {
      const flights = await canvas.findAllByRole('radio', undefined, patient);
      await tabTo(flights[0] as HTMLElement);
      await userEvent.keyboard('{ArrowDown}');
      await expect(flights[1]).toBeChecked();
      await userEvent.keyboard('{Enter}');
    });
    await step('Enter chooses a seat, Confirm answers', async () => {
      const grid = await canvas.findByRole('grid', undefined, patient);
      const seat = await waitFor(() => grid.querySelector<HTMLElement>('button[tabindex="0"]') as HTMLElement);
      await tabTo(seat);
      await userEvent.keyboard('{Enter}');
      await tabTo(
        canvas.getByRole('button', { name: said({ globals }).seatPicker.commit(seat.dataset['seat'] ?? '') }),
      );
      await userEvent.keyboard('{Enter}');
    });
    await step('the ticket', async () => {
      await hear(canvas, /^You are booked to Los Angeles/);
    });
  },
});

/** Declining the flights is an answer too. */
export const Declined = meta.story({
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const { card, receipt } = said({ globals });
    await userEvent.click(await canvas.findByRole('button', { name: wish }));
    await canvas.findAllByRole('radio', undefined, patient);
    await userEvent.click(canvas.getByRole('button', { name: card.decline }));
    await expect(await canvas.findByRole('group', { name: new RegExp(`^${receipt.outcomes.declined}`) })).toBeVisible();
    await hear(canvas, /I will look again\.$/);
  },
});

/** The model's words stream, and the search takes a moment. */
const patient = { timeout: 10_000 };

/** Streamed words move to another element once they become a message. */
async function hear(canvas: ReturnType<typeof within>, words: RegExp): Promise<void> {
  await waitFor(() => expect(canvas.getByText(words)).toBeVisible(), patient);
}

async function tabTo(element: HTMLElement): Promise<void> {
  // A page has fewer tab stops than this.
  for (let stops = 0; stops < 40 && document.activeElement !== element; stops += 1) {
    await userEvent.tab();
  }
  await expect(element).toHaveFocus();
}
