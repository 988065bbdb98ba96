'use client';

import { createPluginClient, ElicitOutlet, PluginSessionProvider, usePluginSession } from 'elicitkit';
import { Fragment } from 'react';
import 'elicitkit/styles.css';
import { bookFlightPlugin } from './plugin';

const client = createPluginClient({ endpoint: '/api/chat', plugins: [bookFlightPlugin], onError: console.error });

export const App = () => (
  <PluginSessionProvider client={client}>
    <Chat />
  </PluginSessionProvider>
);

function Chat() {
  const { messages, text, status, problem, send } = usePluginSession();
  return (
    <>
      {messages.map(({ role, content, tool_calls }, index) => (
        <Fragment key={index}>
          {role !== 'tool' && content !== '' && <p>{`${role}: ${content}`}</p>}
          {/* The call's questions and their receipts, in the call's own place. */}
          {tool_calls?.map(({ id }) => (
            <ElicitOutlet key={id} callId={id} />
          ))}
        </Fragment>
      ))}
      <p>{text}</p>
      {/* Questions that have no place of their own yet. */}
      <ElicitOutlet />
      {problem && <p role="alert">{problem.message}</p>}
      <button
        disabled={status === 'sending' || status === 'streaming'}
        onClick={() => send('Book me a flight from NYC to LAX')}
      >
        Book a flight
      </button>
    </>
  );
}
