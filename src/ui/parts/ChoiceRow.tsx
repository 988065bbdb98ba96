import {
  forwardRef,
  useId,
  type ComponentPropsWithoutRef,
  type ForwardedRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { ShownChoice } from '../choice-list/shown-choice.ts';

interface ChoiceRowProps extends ComponentPropsWithoutRef<'label'> {
  choice: ShownChoice;
  kind: 'radio' | 'checkbox';
  /** The name of the group of inputs. */
  name: string;
  checked: boolean;
  onChoose: (chosen: boolean) => void;
  onInputKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  /** More ids for the input's `aria-describedby`. */
  describedBy?: string | undefined;
  invalid?: boolean | undefined;
  /** Stands before the text, and says nothing that it does not. */
  picture?: ReactNode;
}

/** One choice: a native radio or checkbox and its text. Screen readers hear the label as the name of the input. */
export const ChoiceRow = forwardRef(function ChoiceRow(
  {
    choice,
    kind,
    name,
    checked,
    onChoose,
    onInputKeyDown,
    describedBy,
    invalid,
    picture,
    children,
    ...rest
  }: ChoiceRowProps,
  ref: ForwardedRef<HTMLLabelElement>,
): ReactNode {
  const id = useId();
  const { value, label, description, reason, amount } = choice;
  const described = [
    amount && `${id}-amount`,
    description && `${id}-description`,
    reason && `${id}-reason`,
    describedBy,
  ]
    .filter(Boolean)
    .join(' ');
  const own = children === undefined || children === null;
  return (
    <label
      data-elicit="choice"
      data-kind={kind}
      data-state={reason !== undefined ? 'disabled' : checked ? 'selected' : 'available'}
      {...rest}
      ref={ref}
    >
      <input
        data-elicit=""
        type={kind}
        name={name}
        value={value}
        checked={checked}
        disabled={reason !== undefined}
        aria-labelledby={own ? `${id}-label` : undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={own ? described || undefined : undefined}
        onChange={({ target }) => onChoose(target.checked)}
        onKeyDown={onInputKeyDown}
      />
      {own && picture}
      {children ?? (
        <span data-elicit="choice-text" dir="auto">
          <span id={`${id}-label`} data-elicit="choice-label" aria-hidden="true">
            {label}
          </span>{' '}
          {description && (
            <span id={`${id}-description`} data-elicit="choice-description">
              {description}
            </span>
          )}{' '}
          {reason !== undefined && (
            <span id={`${id}-reason`} data-elicit="reason">
              {reason}
            </span>
          )}
        </span>
      )}
      {own && amount && (
        <span id={`${id}-amount`} data-elicit="choice-amount">
          <bdi data-elicit="">{amount}</bdi>
        </span>
      )}
    </label>
  );
});
