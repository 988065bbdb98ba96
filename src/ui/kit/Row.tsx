import { forwardRef, useContext, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import type { Choice } from '../../protocol/choice.ts';
import { shownChoice } from '../choice-list/shown-choice.ts';
import { ChoiceRow } from '../parts/ChoiceRow.tsx';
import { CardContext } from './card-context.ts';

/** Props of `Row`. */
export interface RowProps extends ComponentPropsWithoutRef<'label'> {
  /** A text, or its value, label, description, and why it cannot be chosen. */
  choice: string | Choice;
  /** Whether one of the rows is chosen, or any of them. */
  kind: 'radio' | 'checkbox';
  /**
   * Tells several groups of rows in one card apart.
   *
   * @default ""
   */
  name?: string | undefined;
  checked: boolean;
  /** Called when the person chooses the row, or takes the choice back. */
  onChoose: (chosen: boolean) => void;
}

/** One choice as a row from side to side: a native radio or checkbox, and its text. */
export const Row = forwardRef(function Row(
  { choice, name = '', ...rest }: RowProps,
  ref: ForwardedRef<HTMLLabelElement>,
): ReactNode {
  const card = useContext(CardContext) ?? '';
  return <ChoiceRow {...rest} ref={ref} choice={shownChoice(choice)} name={`${card}${name}`} />;
});
