import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useWords } from '../language/language-context.ts';
import { thenOurs } from '../parts/then-ours.ts';
import { useChoiceList } from './choice-list-context.ts';
import { words as english } from './words.ts';

/** The search field. Absent if there are few choices. */
export const ChoiceListSearch = forwardRef(function ChoiceListSearch(
  { onChange, onKeyDown, ...rest }: Omit<ComponentPropsWithoutRef<'input'>, 'value' | 'type'>,
  ref: ForwardedRef<HTMLInputElement>,
): ReactNode {
  const list = useChoiceList('Search');
  const words = useWords('choiceList', english);
  if (list.search === undefined) return null;
  return (
    <div data-elicit="search">
      <input
        data-elicit=""
        aria-label={words.search}
        placeholder={words.search}
        autoComplete="off"
        {...rest}
        ref={ref}
        type="search"
        value={list.search}
        onKeyDown={thenOurs(onKeyDown, list.onKeyDown)}
        onChange={thenOurs(onChange, ({ target }) => list.searchFor(target.value))}
      />
    </div>
  );
});
