import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { ChoiceRow } from '../parts/ChoiceRow.tsx';
import { ChoiceImage } from './ChoiceImage.tsx';
import { useChoiceList } from './choice-list-context.ts';
import type { ShownChoice } from './shown-choice.ts';

/** Props of `ChoiceListParts.Item`. */
export interface ChoiceListItemProps extends ComponentPropsWithoutRef<'label'> {
  choice: ShownChoice;
  /**
   * The content beside the radio or checkbox, which names the choice.
   *
   * @default its picture, label, description and amount, and the reason that it cannot be chosen
   */
  children?: ReactNode;
}

/** One choice: a native radio or checkbox and its text. */
export const ChoiceListItem = forwardRef(function ChoiceListItem(
  { choice, ...rest }: ChoiceListItemProps,
  ref: ForwardedRef<HTMLLabelElement>,
): ReactNode {
  const { id, kind, chosen, choose, onKeyDown } = useChoiceList('Item');
  return (
    <ChoiceRow
      {...rest}
      ref={ref}
      choice={choice}
      picture={choice.image === undefined ? undefined : <ChoiceImage address={choice.image} label={choice.label} />}
      kind={kind}
      name={id}
      checked={chosen.includes(choice)}
      onChoose={(on) => choose(choice.value, on)}
      onInputKeyDown={onKeyDown}
    />
  );
});
