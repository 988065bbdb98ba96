import { ElicitOutlet, usePluginSession } from 'elicitkit';
import type { ToolActivity } from 'elicitkit/client';
import { useEffect, useRef, type ReactNode } from 'react';
import { readContext } from '../src/protocol/context-data.ts';
import { plainText } from '../src/protocol/plain-text.ts';
import { jsonAnswer } from './JsonAnswer.tsx';

interface CallCardProps {
  call: ToolActivity;
  /** Two calls of one tool need different names. */
  number: number;
  hasModel: boolean;
  /** It was not there when the page was opened: bring it into view. */
  isNew: boolean;
}

const states: Record<ToolActivity['status'], string> = {
  running: 'Running',
  waiting: 'Waiting for you',
  completed: 'Done',
  failed: 'Failed',
  aborted: 'Stopped',
};

/** A call: its arguments, progress, questions, and how it ended. */
export function CallCard({ call, number, hasModel, isNew }: CallCardProps): ReactNode {
  const { callId, toolName, progress } = call;
  const status = statusOf(call);
  const card = useRef<HTMLElement>(null);
  const client = usePluginSession((session) => session.client);
  // Until its question is there, the call is too short to be scrolled to the top.
  const asked = usePluginSession(({ items }) => items.filter((item) => item.callId === callId).length);
  useEffect(() => {
    if (isNew) card.current?.scrollIntoView({ block: 'start' });
  }, [isNew, asked]);
  const isOpen = status === 'running' || status === 'waiting';
  const name = `${toolName}, call ${number}`;
  return (
    <article ref={card} className="call" data-state={status} aria-label={name}>
      <div className="bar">
        <h3>
          <code>{toolName}</code> <span className="count">{number}</span>
        </h3>
        <span className="state" data-state={status}>
          {states[status]}
        </span>
        {isOpen ? (
          <button type="button" className="quiet-button" onClick={() => void client.abort({ callId })}>
            Stop<span className="visually-hidden"> {name}</span>
          </button>
        ) : (
          <button type="button" className="quiet-button" onClick={() => void client.call(toolName, call.arguments)}>
            Run again<span className="visually-hidden"> {name}</span>
          </button>
        )}
      </div>
      <Given call={call} />
      {progress !== undefined && isOpen && <Progress {...progress} />}
      <Data callId={callId} />
      <ElicitOutlet callId={callId} focusOnArrival fallback={jsonAnswer} />
      {/* Rendered before there is a result: screen readers often miss a live region that appears with its text. */}
      <div aria-live="polite">
        {!isOpen && <Outcome call={call} status={status} name={name} />}
        {!hasModel && call.content?.includes(noAnswer) === true && (
          <p className="note">There is no model here. Export one from the file of tools, as "provider".</p>
        )}
      </div>
    </article>
  );
}

/** The server tells of a stopped call as of one that failed, and what it says. */
function statusOf({ status, content }: ToolActivity): ToolActivity['status'] {
  return content === 'Stopped by the person.' ? 'aborted' : status;
}

function Given({ call }: { call: ToolActivity }): ReactNode {
  if (Object.keys(call.arguments).length === 0) return null;
  return (
    <details className="given">
      <summary>
        Arguments <code dir="ltr">{plainText(JSON.stringify(call.arguments), 200)}</code>
      </summary>
      <pre dir="ltr">{plainText(JSON.stringify(call.arguments, undefined, 2), longest)}</pre>
    </details>
  );
}

/** What an open question holds for the component that would ask it. */
function Data({ callId }: { callId: string }): ReactNode {
  const items = usePluginSession((session) => session.items);
  return items.map((item) => {
    const { elicitId, request } = item;
    const { context } = readContext(request.message, request.schema);
    if (item.callId !== callId || 'receipt' in item || Object.keys(context).length === 0) return null;
    return (
      <details key={elicitId} className="given">
        <summary>
          Data of the question <code dir="ltr">{plainText(JSON.stringify(context), 200)}</code>
        </summary>
        <pre dir="ltr">{plainText(JSON.stringify(context, undefined, 2), longest)}</pre>
      </details>
    );
  });
}

function Progress({ message, progress, total }: NonNullable<ToolActivity['progress']>): ReactNode {
  const text = plainText(message, 500);
  return (
    <p className="progress">
      <span dir="auto">{text}</span>
      {progress !== undefined && (
        <span className="count">{total === undefined ? progress : `${progress} of ${total}`}</span>
      )}
      <progress aria-label={text || 'Progress'} value={total === undefined ? undefined : progress} max={total} />
    </p>
  );
}

interface OutcomeProps {
  call: ToolActivity;
  status: ToolActivity['status'];
  /** The call's. */
  name: string;
}

/** What the tool returned, or why it returned nothing. */
function Outcome({ call, status, name }: OutcomeProps): ReactNode {
  const { content, problem } = call;
  const text = plainText(readable(content ?? problem?.message ?? ''), longest);
  if (text === '') return status === 'completed' ? <p className="note">It returned nothing.</p> : null;
  return (
    // It scrolls, also with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="outcome" data-state={status} aria-label={`Result of ${name}`} tabIndex={0}>
      <pre dir="auto">{text}</pre>
    </section>
  );
}

/** JSON over several lines, anything else as it is. */
function readable(content: string): string {
  if (!/^[[{]/.test(content)) return content;
  try {
    return JSON.stringify(JSON.parse(content), undefined, 2);
  } catch {
    return content;
  }
}

/** The server keeps to itself why a model failed. */
const noAnswer = 'The model could not be asked';

const longest = 100_000;
