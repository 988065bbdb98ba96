import { forwardRef, useId, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useWords } from '../language/language-context.ts';
import { grouped } from '../../base/grouped.ts';
import { useChoiceList } from './choice-list-context.ts';
import type { ShownChoice } from './shown-choice.ts';
import { ChoiceListItem } from './ChoiceListItem.tsx';
import { OtherItem } from './OtherItem.tsx';
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

/** The choices that the search leaves, in their groups, or a note that there are none. Then "Other…", if it is offered. */
export const ChoiceListItems = forwardRef(function ChoiceListItems(
  { children = drawItem, ...rest }: ChoiceListItemsProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { choices, matching, searching, other } = useChoiceList('Items');
  const id = useId();
  const words = useWords('choiceList', english);
  return (
    <>
      {matching.length === 0 && !searching && !(other && choices.length === 0) && (
        <p data-elicit="empty">{choices.length > 0 ? words.noMatch : words.empty}</p>
      )}
      <div data-elicit="choices" {...rest} ref={ref}>
        {grouped(matching).map(({ group, members }, nth) =>
          group === undefined ? (
            members.map((choice) => children(choice))
          ) : (
            <div key={group} role="group" aria-labelledby={`${id}-${nth}`} data-elicit="choice-group">
              <div id={`${id}-${nth}`} data-elicit="group-title" dir="auto">
                {group}
              </div>
              {members.map((choice) => children(choice))}
            </div>
          ),
        )}
        {other && <OtherItem other={other} />}
      </div>
    </>
  );
});

const drawItem = (choice: ShownChoice): ReactNode => <ChoiceListItem key={choice.value} choice={choice} />;
