import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useWords } from '../language/language-context.ts';
import { useChoiceList } from './choice-list-context.ts';
import type { ShownChoice } from './shown-choice.ts';
import { ChoiceListItem } from './ChoiceListItem.tsx';
import { words as english } from './words.ts';

/** Props of `ChoiceListParts.Items`. */
export interface ChoiceListItemsProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /**
   * Draws one choice. The element needs a `key`.
   *
   * @default a `ChoiceListParts.Item`
   */
  children?: ((choice: ShownChoice) => ReactNode) | undefined;
}

/** The choices that the search leaves, or a note that there are none. */
export const ChoiceListItems = forwardRef(function ChoiceListItems(
  { children = drawItem, ...rest }: ChoiceListItemsProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { choices, matching } = useChoiceList('Items');
  const words = useWords('choiceList', english);
  return (
    <>
      {matching.length === 0 && <p data-elicit="empty">{choices.length > 0 ? words.noMatch : words.empty}</p>}
      <div data-elicit="choices" {...rest} ref={ref}>
        {matching.map((choice) => children(choice))}
      </div>
    </>
  );
});

const drawItem = (choice: ShownChoice): ReactNode => <ChoiceListItem key={choice.value} choice={choice} />;
