import { usePluginSession } from 'elicitkit';
import { forwardRef, useState, type ForwardedRef, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react';
import { SendIcon, StopIcon } from './icons.tsx';

/** The message field: Enter sends, Shift+Enter starts a new line. */
export const Composer = forwardRef(function Composer(
  _props: object,
  ref: ForwardedRef<HTMLTextAreaElement>,
): ReactNode {
  const { status, send, abort } = usePluginSession((session) => ({
    status: session.status,
    send: session.send,
    abort: session.abort,
  }));
  const [text, setText] = useState('');
  const isBusy = status === 'sending' || status === 'streaming';
  const isEmpty = text.trim() === '';
  // A message can overtake an open question, so the button sends as soon as there is text.
  const stops = isBusy || (status === 'waiting' && isEmpty);

  const submit = () => {
    if (isEmpty || isBusy) return;
    setText('');
    void send(text.trim());
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // Enter belongs to the input method during composition, and in Safari with key code 229 just after it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    submit();
  };

  return (
    <form
      className="composer"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        if (stops) void abort({ reason: 'The person pressed Stop.' });
        else submit();
      }}
    >
      <textarea
        ref={ref}
        rows={1}
        dir="auto"
        value={text}
        aria-label="Message"
        placeholder={status === 'waiting' ? 'Or write a message' : 'Book me a flight from … to …'}
        enterKeyHint="send"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {/* One button for both, never disabled: replacing or disabling it would drop the focus. */}
      <button
        type="submit"
        data-state={stops ? 'stop' : 'send'}
        aria-label={stops ? 'Stop' : 'Send'}
        aria-disabled={!stops && isEmpty}
      >
        {stops ? <StopIcon /> : <SendIcon />}
      </button>
    </form>
  );
});
