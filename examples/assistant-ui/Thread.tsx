import {
  ActionBarPrimitive,
  ComposerPrimitive,
  ErrorPrimitive,
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
    <ActionBarPrimitive.Root className="actions" hideWhenRunning>
      <ActionBarPrimitive.Edit>Edit</ActionBarPrimitive.Edit>
    </ActionBarPrimitive.Root>
  </MessagePrimitive.Root>
);

const EditedMessage = () => (
  <MessagePrimitive.Root className="message">
    <ComposerPrimitive.Root className="composer">
      <ComposerPrimitive.Input aria-label="Your message" rows={1} />
      <ComposerPrimitive.Cancel>Cancel</ComposerPrimitive.Cancel>
      <ComposerPrimitive.Send>Save</ComposerPrimitive.Send>
    </ComposerPrimitive.Root>
  </MessagePrimitive.Root>
);

const AssistantMessage = () => (
  <MessagePrimitive.Root className="message">
    <MessagePrimitive.Parts components={parts} />
    <MessagePrimitive.Error>
      <ErrorPrimitive.Root className="problem">That did not work.</ErrorPrimitive.Root>
    </MessagePrimitive.Error>
    <ActionBarPrimitive.Root className="actions" hideWhenRunning autohide="not-last">
      <ActionBarPrimitive.Reload>Answer again</ActionBarPrimitive.Reload>
    </ActionBarPrimitive.Root>
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
      <ThreadPrimitive.Messages components={{ UserMessage, EditComposer: EditedMessage, AssistantMessage }} />
    </ThreadPrimitive.Viewport>
    <ComposerPrimitive.Root className="composer">
      <ComposerPrimitive.Input aria-label="Message" placeholder="Write a message" rows={1} />
      <ComposerPrimitive.Send>Send</ComposerPrimitive.Send>
    </ComposerPrimitive.Root>
  </ThreadPrimitive.Root>
);
