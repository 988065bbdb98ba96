import { ElicitOutlet, usePluginSession } from 'elicitkit';
import type { ChatMessage } from 'elicitkit/client';
import type { ReactNode } from 'react';
import { DownIcon } from './icons.tsx';
import { StreamingText } from './StreamingText.tsx';
import { ToolCall } from './ToolCall.tsx';
import { useFollow } from './useFollow.ts';
import { Welcome } from './Welcome.tsx';

/** All messages, questions and bookings, oldest first. */
export function Conversation(): ReactNode {
  const messages = usePluginSession((session) => session.messages);
  const answered = usePluginSession((session) => session.receipts.length);
  const said = messages.filter(({ role }) => role === 'user').length;
  const { scroller, column, isAway, follow } = useFollow(said + answered);

  return (
    <main className="stage" aria-label="Conversation">
      {/* Focusable, so that the keyboard can scroll it even when nothing inside takes the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="scroller" ref={scroller} tabIndex={0} role="log" aria-live="off" aria-label="Messages">
        <div className="room">
          <div className="column" ref={column}>
            {messages.length === 0 && <Welcome onSend={() => scroller.current?.focus({ preventScroll: true })} />}
            {messages.map((message, index) => (
              <Said key={keyOf(message, index)} message={message} />
            ))}
            <StreamingText />
            {/* For questions of calls that no message mentions. */}
            <ElicitOutlet headingLevel={2} />
          </div>
        </div>
      </div>
      {isAway && (
        <button type="button" className="to-newest" onClick={follow} aria-label="Go to the newest message">
          <DownIcon />
        </button>
      )}
    </main>
  );
}

/** One message. Hides messages of role `tool`: the call shows its own outcome. */
function Said({ message }: { message: ChatMessage }): ReactNode {
  if (message.role === 'tool') return null;
  if (message.role === 'user') {
    return (
      <p className="bubble" dir="auto">
        <span className="visually-hidden">You said: </span>
        {message.content}
      </p>
    );
  }
  return (
    <>
      {message.content !== '' && (
        <p className="answer" dir="auto">
          {message.content}
        </p>
      )}
      {message.tool_calls?.map(({ id }) => (
        <ToolCall key={id} callId={id} />
      ))}
    </>
  );
}

/** A key that survives a new snapshot from the server, so that a call keeps its place and its card. */
function keyOf({ role, tool_calls }: ChatMessage, index: number): string {
  return tool_calls?.[0]?.id ?? `${role} ${index}`;
}
