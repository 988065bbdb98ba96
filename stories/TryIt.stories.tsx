import { useEffect, useState, type ReactNode } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { orderPizza } from '../docs/examples/hello.ts';
import { ElicitOutlet, PluginSessionProvider, usePluginSession } from '../src/index.ts';
import { createScriptedProvider } from '../src/testing.ts';
import { openChat } from './open-chat.ts';
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

function open(): ReturnType<typeof openChat> {
  const provider = createScriptedProvider((messages) => {
    const last = messages.at(-1);
    if (last?.role === 'tool') return { text: last.content };
    return { toolCalls: [{ name: 'order_pizza', arguments: { topping: 'mushroom' } }] };
  });
  return openChat(provider, orderPizza, 'Order me a pizza');
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
    await userEvent.click(await canvas.findByRole('button', { name: said({ globals }).card.decline }));
    await expect(await canvas.findByText(/Nothing ordered\./)).toBeVisible();
  },
});
