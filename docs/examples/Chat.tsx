'use client';

import { createPluginClient, ElicitOutlet, PluginSessionProvider, usePluginSession } from 'elicitkit';
import { Fragment } from 'react';
import 'elicitkit/styles.css';
import { bookFlightPlugin } from './plugin';

const client = createPluginClient({ endpoint: '/api/chat', plugins: [bookFlightPlugin] });

export const App = () => (
  <PluginSessionProvider client={client}>
    <Chat />
  </PluginSessionProvider>
);

function Chat() {
  const { messages, text, status, problem, retrying, send } = usePluginSession();
  // Meanwhile `send` would hold the message back.
  const isBusy = status === 'sending' || status === 'streaming';
  return (
    <>
      {messages.map(({ role, content, tool_calls }, index) => (
        <Fragment key={index}>
          {role !== 'tool' && content !== '' && <p>{`${role}: ${content}`}</p>}
          {/* The call's questions, and afterwards their receipts. */}
          {tool_calls?.map(({ id }) => (
            <ElicitOutlet key={id} callId={id} />
          ))}
        </Fragment>
      ))}
      <p>{text}</p>
      {/* Questions that have no place of their own yet. */}
      <ElicitOutlet />
      {retrying && <output>Connection lost. Trying again…</output>}
      {problem && <p role="alert">{problem.message}</p>}
      <button disabled={isBusy} onClick={() => send('Book me a flight from NYC to LAX')}>
        Book a flight
      </button>
    </>
  );
}
