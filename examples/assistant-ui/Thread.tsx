import {
  ComposerPrimitive,
  MessagePrimitive,
  ThreadPrimitive,
  type ToolCallMessagePartProps,
} from '@assistant-ui/react';
import { ElicitOutlet } from 'elicitkit';

const Text = ({ text }: { text: string }) => <p>{text}</p>;

/** The questions of a tool call, and afterwards their receipts. */
const ToolCall = ({ toolCallId }: ToolCallMessagePartProps) => <ElicitOutlet callId={toolCallId} />;

const parts = { Text, tools: { Override: ToolCall } };

const UserMessage = () => (
  <MessagePrimitive.Root className="message" data-from="person">
    <MessagePrimitive.Parts components={parts} />
  </MessagePrimitive.Root>
);

const AssistantMessage = () => (
  <MessagePrimitive.Root className="message">
    <MessagePrimitive.Parts components={parts} />
  </MessagePrimitive.Root>
);

export const Thread = () => (
  <ThreadPrimitive.Root className="chat">
    <header>
      <h1>Skyline</h1>
      <a href="?">New chat</a>
    </header>
    <ThreadPrimitive.Viewport className="messages" turnAnchor="top">
      <ThreadPrimitive.Empty>
        <div className="welcome">
          <h2>Where to?</h2>
          <p>Ask for a flight. You pick it, and your seat, right here in the chat.</p>
          <ThreadPrimitive.Suggestion prompt="Book me a flight from NYC to LAX" method="replace" autoSend>
            Book me a flight from NYC to LAX
          </ThreadPrimitive.Suggestion>
        </div>
      </ThreadPrimitive.Empty>
      <ThreadPrimitive.Messages components={{ UserMessage, AssistantMessage }} />
    </ThreadPrimitive.Viewport>
    <ComposerPrimitive.Root className="composer">
      <ComposerPrimitive.Input aria-label="Message" placeholder="Write a message" rows={1} />
      <ComposerPrimitive.Send>Send</ComposerPrimitive.Send>
    </ComposerPrimitive.Root>
  </ThreadPrimitive.Root>
);
