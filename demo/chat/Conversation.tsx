import { ElicitOutlet, usePluginSession } from 'elicitkit';
import type { ChatMessage } from 'elicitkit/client';
import type { ReactNode } from 'react';
import { DownIcon } from './icons.tsx';
import { StreamingText } from './StreamingText.tsx';
import { ToolCall } from './ToolCall.tsx';
import { useFollow } from './useFollow.ts';
import { Welcome } from './Welcome.tsx';

/** Everything said, asked and booked, from the first word to the newest. */
export function Conversation(): ReactNode {
  const messages = usePluginSession((session) => session.messages);
  const answered = usePluginSession((session) => session.receipts.length);
  const said = messages.filter(({ role }) => role === 'user').length;
  const { scroller, column, isAway, follow } = useFollow(said + answered);

  return (
    <main className="stage" aria-label="Conversation">
      {/* Where nothing in it takes the focus, a keyboard could not scroll it otherwise. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="scroller" ref={scroller} tabIndex={0} role="log" aria-live="off" aria-label="Messages">
        <div className="room">
          <div className="column" ref={column}>
            {messages.length === 0 && <Welcome onSend={() => scroller.current?.focus({ preventScroll: true })} />}
            {messages.map((message, index) => (
              <Said key={keyOf(message, index)} message={message} />
            ))}
            <StreamingText />
            {/* Questions of calls that no message tells of. */}
            <ElicitOutlet />
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

/** One message. A tool's own message is not shown: its call tells what came of it. */
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

/** A call keeps its place, and the card in it, when the server tells the messages anew. */
function keyOf({ role, tool_calls }: ChatMessage, index: number): string {
  return tool_calls?.[0]?.id ?? `${role} ${index}`;
}
