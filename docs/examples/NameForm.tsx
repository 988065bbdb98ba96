import { useState } from 'react';

export interface NameFormProps {
  message: string;
  onRespond: (answer: { name: string }) => void;
  /** What was typed last, after a reload or a refused answer; given back through onDraftChange. */
  draft?: unknown;
  onDraftChange?: (draft: string) => void;
  state?: 'pending' | 'sending' | 'failed';
  onDecline?: () => void;
}

export function NameForm({ message, onRespond, draft, onDraftChange, state, onDecline }: NameFormProps) {
  const [name, setName] = useState(typeof draft === 'string' ? draft : '');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onRespond({ name });
      }}
    >
      <label>
        {message}{' '}
        <input
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            onDraftChange?.(event.target.value);
          }}
        />
      </label>
      <button data-part="commit" disabled={state === 'sending'}>
        Send
      </button>
      {onDecline && (
        <button type="button" data-part="skip" onClick={onDecline}>
          Skip
        </button>
      )}
    </form>
  );
}
