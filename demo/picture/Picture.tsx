// A tool's code, and the chat in which it asks: for the README's moving picture, and live on the documentation's site.
// Client and server are the real ones, both in the page, and the model is a script.
import { createPluginClient, ElicitOutlet, PluginSessionProvider, usePluginSession } from 'elicitkit';
import type { ClientSnapshot } from 'elicitkit/client';
import { createChatHandler } from 'elicitkit/server';
import { createScriptedProvider, memoryTransport } from 'elicitkit/testing';
import { Fragment, useState, type ReactNode } from 'react';
import { orderPizza } from './order-pizza.ts';

const provider = createScriptedProvider((messages) => {
  const last = messages.at(-1);
  return last?.role === 'tool'
    ? { text: `Ordered. ${last.content}` }
    : { toolCalls: [{ name: 'order_pizza', arguments: { topping: 'mushroom' } }] };
});
const client = createPluginClient({
  transport: memoryTransport(createChatHandler({ provider, tools: [orderPizza] })),
  storage: false,
});
const [code = ''] = Object.values(
  import.meta.glob<string>('./order-pizza.ts', { query: '?raw', import: 'default', eager: true }),
);
const lines = code.slice(code.indexOf('export')).trimEnd().split('\n');

/** The line that the tool is on. */
function lineOf({ pending, calls }: Pick<ClientSnapshot, 'pending' | 'calls'>): number {
  const [call] = calls;
  if (call === undefined) return -1;
  if (call.status === 'completed') return lines.findIndex((line) => line.includes('return `One'));
  const asked = pending.find((item) => !item.revises) ?? pending[0];
  return lines.findIndex((line) => line.includes(`elicit('${asked?.key ?? ''}'`));
}

export const Picture = (): ReactNode => (
  <PluginSessionProvider client={client}>
    <CodeAndChat />
  </PluginSessionProvider>
);

function CodeAndChat(): ReactNode {
  const session = usePluginSession();
  const here = lineOf(session);
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <pre>
        {lines.map((line, index) => (
          <span key={index} className={index === here ? 'here' : ''}>
            {line}
          </span>
        ))}
      </pre>
      <section>
        {session.messages.map(({ role, content, tool_calls: calls }, index) =>
          role === 'tool' ? null : calls === undefined ? (
            <p key={index} className={role}>
              {content}
            </p>
          ) : (
            <Fragment key={index}>
              <small>
                The model calls <code>order_pizza</code>
              </small>
              {calls.map(({ id }) => (
                <ElicitOutlet key={id} callId={id} />
              ))}
            </Fragment>
          ),
        )}
        {isAsked || (
          <button
            onClick={() => {
              setAsked(true);
              void client.send('A mushroom pizza, please');
            }}
          >
            Ask
          </button>
        )}
      </section>
    </>
  );
}
