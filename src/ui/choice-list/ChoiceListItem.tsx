import { forwardRef, useId, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useChoiceList } from './choice-list-context.ts';
import type { ShownChoice } from './choice.ts';

/** Props of `ChoiceListItem`. */
export interface ChoiceListItemProps extends ComponentPropsWithoutRef<'label'> {
  choice: ShownChoice;
  /**
   * What stands beside the radio or checkbox; it names the choice.
   *
   * @default its label, its description, and why it cannot be chosen
   */
  children?: ReactNode;
}

/** One choice: a native radio or checkbox beside its words. */
export const ChoiceListItem = forwardRef(function ChoiceListItem(
  { choice, children, ...rest }: ChoiceListItemProps,
  ref: ForwardedRef<HTMLLabelElement>,
): ReactNode {
  const id = useId();
  const { id: name, kind, chosen, choose, onKeyDown } = useChoiceList('ChoiceListItem');
  const { value, label, description, reason } = choice;
  const checked = chosen.includes(choice);
  const described = [description && `${id}-description`, reason && `${id}-reason`].filter(Boolean).join(' ');
  const own = children === undefined || children === null;
  return (
    <label
      data-part="choice"
      data-kind={kind}
      data-state={reason !== undefined ? 'disabled' : checked ? 'selected' : 'available'}
      {...rest}
      ref={ref}
    >
      <input
        type={kind}
        name={name}
        value={value}
        checked={checked}
        disabled={reason !== undefined}
        aria-labelledby={own ? `${id}-label` : undefined}
        aria-describedby={own ? described || undefined : undefined}
        onChange={({ target }) => choose(value, target.checked)}
        onKeyDown={onKeyDown}
      />
      {children ?? (
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
      )}
    </label>
  );
});
