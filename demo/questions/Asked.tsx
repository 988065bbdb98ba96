import { ElicitOutlet, PluginSessionProvider, usePluginSession } from 'elicitkit';
import { useEffect, useState, type ReactNode } from 'react';
import { openClient } from './client.ts';
import { codeOf, type Example } from './examples.ts';

/** One question as a page shows it, what its tool made of the answer, and the tool. */
export function Asked({ example }: { example: Example }): ReactNode {
  const [client] = useState(openClient);
  return (
    <PluginSessionProvider client={client}>
      <div className="asked">
        <AskedQuestion key={example.place} example={example} />
      </div>
    </PluginSessionProvider>
  );
}

function AskedQuestion({ example }: { example: Example }): ReactNode {
  const { tool, args } = example;
  const client = usePluginSession((session) => session.client);
  const call = usePluginSession(({ calls }) => calls.findLast(({ toolName }) => toolName === tool.name));
  const ask = () => client.call(tool, args);
  useEffect(() => {
    // A call that waits since before a reload goes on.
    const { calls } = client.getSnapshot();
    if (!calls.some(({ toolName }) => toolName === tool.name)) client.call(tool, args);
  }, [client, tool, args]);
  const { status, content, problem } = call ?? {};
  const isOver = status !== undefined && status !== 'running' && status !== 'waiting';
  return (
    <>
      {call && <ElicitOutlet callId={call.callId} headingLevel={2} />}
      {isOver && (
        <section aria-labelledby="result-title" aria-live="polite">
          <h2 id="result-title">What the model reads</h2>
          <pre className="result">{problem?.message ?? content}</pre>
          <button type="button" className="preset" onClick={ask}>
            Ask again
          </button>
        </section>
      )}
      <section aria-labelledby="code-title">
        <h2 id="code-title">The tool</h2>
        <pre className="result">{codeOf(example)}</pre>
      </section>
    </>
  );
}
