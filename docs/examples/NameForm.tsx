import { useOwnParts } from 'elicitkit';
import { Button } from 'elicitkit/kit';
import type { ElicitIssue } from 'elicitkit/plugin';
import { useId, useState } from 'react';

export interface NameFormProps {
  message: string;
  onRespond: (answer: { name: string }) => void;
  /** The text last passed to onDraftChange, after a reload or a refused answer. */
  draft?: unknown;
  onDraftChange?: (draft: string) => void;
  state?: 'pending' | 'sending' | 'failed';
  /** Why the last answer was refused. */
  issues?: readonly ElicitIssue[];
  onDecline?: () => void;
}

export function NameForm({ message, onRespond, draft, onDraftChange, state, issues = [], onDecline }: NameFormProps) {
  const id = useId();
  const [name, setName] = useState(typeof draft === 'string' ? draft : '');
  // This form shows these parts itself, so the card leaves them out.
  useOwnParts({ message: true, issues: true, decline: onDecline !== undefined });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onRespond({ name });
      }}
    >
      <label htmlFor={id}>{message}</label>{' '}
      <input
        id={id}
        value={name}
        aria-invalid={issues.length > 0}
        aria-describedby={`${id}-issues`}
        onChange={(event) => {
          setName(event.target.value);
          onDraftChange?.(event.target.value);
        }}
      />
      <p id={`${id}-issues`} role="alert">
        {issues.map((issue) => issue.message).join(' ')}
      </p>
      <Button type="submit" disabled={state === 'sending'}>
        Send
      </Button>
      {onDecline && (
        <Button kind="quiet" onClick={onDecline}>
          Skip
        </Button>
      )}
    </form>
  );
}
