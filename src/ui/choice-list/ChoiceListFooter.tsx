import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useWords } from '../language/language-context.ts';
import { Footer } from '../kit/Footer.tsx';
import { useChoiceList } from './choice-list-context.ts';
import { words as english } from './words.ts';

/** The current choice, Skip if the card has `onDecline`, and Continue. */
export const ChoiceListFooter = forwardRef(function ChoiceListFooter(
  props: Omit<ComponentPropsWithoutRef<'div'>, 'children'>,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { summary, ready, isOver, other, commit, onDecline } = useChoiceList('Footer');
  const words = useWords('choiceList', english);
  return (
    <Footer
      {...props}
      ref={ref}
      summary={summary}
      invalid={isOver}
      commit={words.commit}
      again
      missing={
        ready
          ? undefined
          : other?.chosen && !other.text
            ? '[data-elicit=other] input'
            : `${row}:${isOver ? 'checked' : 'enabled'}`
      }
      onCommit={commit}
      onSkip={onDecline}
    />
  );
});

/** A radio or checkbox of a choice, in a list or a table. */
const row = ':is([data-elicit=choice], [data-elicit=table-row]) input';
