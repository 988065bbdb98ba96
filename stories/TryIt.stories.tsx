import { useEffect, useState, type ReactNode } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { orderPizza } from '../docs/examples/hello.ts';
import {
  createPluginClient,
  ElicitOutlet,
  PluginSessionProvider,
  usePluginSession,
  type PluginClient,
} from '../src/index.ts';
import { createChatHandler } from '../src/server.ts';
import { createScriptedProvider, memoryTransport } from '../src/testing.ts';
import { said } from './said.ts';

/** The tool of the README in a real chat: both run in this page. The model that calls the tool is a script. */
function Pizza(): ReactNode {
  const [order, setOrder] = useState(1);
  return <Order key={order} onAgain={() => setOrder(order + 1)} />;
}

function Order({ onAgain }: { onAgain: () => void }): ReactNode {
  const [{ client, close }] = useState(open);
  useEffect(() => close, [close]);
  return (
    <PluginSessionProvider client={client} toolTitles={{ order_pizza: 'Order a pizza' }}>
      <div style={{ display: 'grid', gap: 12, minBlockSize: 260, alignContent: 'start' }}>
        <ElicitOutlet />
        <Told onAgain={onAgain} />
      </div>
    </PluginSessionProvider>
  );
}

function open(): { client: PluginClient; close: () => void } {
  const provider = createScriptedProvider((messages) => {
    const last = messages.at(-1);
    if (last?.role === 'tool') return { text: last.content };
    return { toolCalls: [{ name: 'order_pizza', arguments: { topping: 'mushroom' } }] };
  });
  const handler = createChatHandler({ provider, tools: [orderPizza], onEvent: () => undefined });
  // Stories share a page, so keep each from finding another's conversation.
  const client = createPluginClient({ transport: memoryTransport(handler), plugins: [], storage: false, tabs: false });
  // Begin once there is an outlet: without a form, the model is not offered the tool.
  setTimeout(() => void client.send('Order me a pizza'));
  const close = () => {
    void client.close();
    void handler.close();
  };
  return { client, close };
}

/** What the tool returned, as the model passes it on. */
function Told({ onAgain }: { onAgain: () => void }): ReactNode {
  const { messages } = usePluginSession();
  const last = messages.at(-1);
  if (last?.role !== 'assistant' || last.content === '') return null;
  return (
    <p style={{ margin: 0, font: '16px/1.5 system-ui, sans-serif' }}>
      {last.content}{' '}
      <button type="button" onClick={onAgain} style={{ font: 'inherit', padding: '2px 10px' }}>
        Again
      </button>
    </p>
  );
}

const meta = preview.meta({ title: 'Start/Try it', component: Pizza, tags: ['!autodocs'] });

/** The question waits in the middle of the tool. With the answer, the tool goes on. */
export const AQuestion = meta.story({
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('radio', { name: 'large' })).toBeEnabled();
    await expect(canvas.getByRole('button', { name: said({ globals }).schemaForm.confirm })).toBeEnabled();
  },
});

/** The last line of the tool has run. */
export const Answered = meta.story({
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('radio', { name: 'large' }));
    await userEvent.click(canvas.getByRole('button', { name: said({ globals }).schemaForm.confirm }));
    await expect(await canvas.findByText(/Ordered: one large mushroom pizza\./)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Again' }));
    await userEvent.click(await canvas.findByRole('button', { name: said({ globals }).schemaForm.decline }));
    await expect(await canvas.findByText(/Nothing ordered\./)).toBeVisible();
  },
});
