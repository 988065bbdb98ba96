'use client';

import { createPluginClient, ElicitOutlet, PluginSessionProvider, usePluginSession } from 'elicitkit';
import { Fragment } from 'react';
import 'elicitkit/styles.css';
import './chat.css';

const client = createPluginClient({ endpoint: '/api/chat' });

export const App = () => (
  <PluginSessionProvider client={client}>
    <Chat />
  </PluginSessionProvider>
);

function Chat() {
  const { messages, text, status, problem, retrying, retry, send } = usePluginSession();
  // Meanwhile `send` would hold the message back.
  const isBusy = status === 'sending' || status === 'streaming';
  return (
    <main>
      <div className="scroll">
        <div className="messages">
          {messages.length === 0 && (
            <>
              <h1>Which pizza would you like?</h1>
              <p className="hint">Send a message. The model calls the tool in src/tool.ts, and the tool asks.</p>
            </>
          )}
          {messages.map(({ role, content, tool_calls }, index) => (
            <Fragment key={index}>
              {role !== 'tool' && content !== '' && <p className={role}>{content}</p>}
              {/* The call's questions, and afterwards their receipts. */}
              {tool_calls?.map(({ id }) => (
                <ElicitOutlet key={id} callId={id} />
              ))}
            </Fragment>
          ))}
          {text !== '' && <p className="assistant">{text}</p>}
          {/* Questions that have no place of their own yet. */}
          <ElicitOutlet />
          {isBusy && text === '' && (
            <output className="hint">{retrying ? 'Connection lost. Trying again…' : 'Thinking…'}</output>
          )}
          {problem && (
            <p role="alert" className="problem">
              {problem.message}{' '}
              <button type="button" onClick={() => void retry()}>
                Try again
              </button>
            </p>
          )}
        </div>
      </div>
      <form
        action={(form) => {
          const said = form.get('said');
          if (typeof said === 'string' && said.trim() !== '') void send(said);
        }}
      >
        <input name="said" aria-label="Message" autoComplete="off" placeholder="A mushroom pizza, please" />
        <button disabled={isBusy}>Send</button>
      </form>
    </main>
  );
}
