import { useId, type KeyboardEvent, type ReactNode } from 'react';
import type { ShownChoice } from './choice.ts';

interface ChoiceItemProps {
  choice: ShownChoice;
  kind: 'radio' | 'checkbox';
  name: string;
  checked: boolean;
  onChoose: (value: string, chosen: boolean) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** One choice: a native radio or checkbox under its words. */
export function ChoiceItem({ choice, kind, name, checked, onChoose, onKeyDown }: ChoiceItemProps): ReactNode {
  const id = useId();
  const { value, label, description, reason } = choice;
  const described = [description && `${id}-description`, reason && `${id}-reason`].filter(Boolean).join(' ');
  return (
    <label
      data-part="choice"
      data-kind={kind}
      data-state={reason !== undefined ? 'disabled' : checked ? 'selected' : 'available'}
    >
      <input
        type={kind}
        name={name}
        value={value}
        checked={checked}
        disabled={reason !== undefined}
        aria-labelledby={`${id}-label`}
        aria-describedby={described || undefined}
        onChange={({ target }) => onChoose(value, target.checked)}
        onKeyDown={onKeyDown}
      />
      <span data-part="choice-text" dir="auto">
        <span id={`${id}-label`} data-part="choice-label">
          {label}
        </span>
        {description && (
          <span id={`${id}-description`} data-part="choice-description">
            {description}
          </span>
        )}
        {reason !== undefined && (
          <span id={`${id}-reason`} data-part="reason">
            {reason}
          </span>
        )}
      </span>
    </label>
  );
}
