import { forwardRef, useMemo, useState, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import type { ReceiptWords } from '../../protocol/receipt.ts';
import { useOwnWords } from '../language/language-context.ts';
import { useRefused } from '../parts/useRefused.ts';
import { shownChoices } from './shown-choice.ts';
import { useListed, type Kept } from './useListed.ts';
import { ChoiceCard, type ChoiceCardOptions } from './ChoiceCard.tsx';
import { words as english } from './words.ts';

/** The answer of a `ChoiceList`: `z.object({ choice: z.string() })`. */
export interface ChoiceAnswer {
  choice: string;
}

/** What was chosen and not sent. */
export interface ChoiceDraft extends ChoiceAnswer, Kept {}

/** Options of a list of choices. */
export interface ChoiceListOptions extends ChoiceCardOptions {
  /** Called when the person presses Continue. Choosing alone does not call it. */
  onRespond: (answer: ChoiceAnswer, words?: ReceiptWords) => void;
  /** The `ChoiceDraft` to start from. Any other value is ignored. */
  draft?: unknown;
  /** Called on every change with the value to pass back as `draft`. */
  onDraftChange?: ((draft: ChoiceDraft) => void) | undefined;
}

/** Props of `ChoiceListParts.Root`. */
export interface ChoiceListRootProps
  extends ChoiceListOptions, Omit<ComponentPropsWithoutRef<'div'>, keyof ChoiceListOptions> {}

/** Holds the choices and the answer. The parts inside draw them. */
export const ChoiceListRoot = forwardRef(function ChoiceListRoot(
  {
    choices,
    search,
    other = false,
    onRespond,
    draft,
    onDraftChange,
    issues,
    locale,
    messages,
    ...card
  }: ChoiceListRootProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { language, words } = useOwnWords({ locale, messages }, 'choiceList', english);
  const { listed, searching, keep } = useListed(choices, search, draft);
  const isListed = (given: string | undefined) => shownChoices(listed).some((choice) => choice.value === given);
  const [{ value, text, isOther }, answer] = useState(() => {
    const given = valueOf(draft);
    const written = other && given !== undefined && !isListed(given);
    return { value: given, text: written ? given : '', isOther: written };
  });
  const refused = useRefused(issues, card.state, ['choice'], () => (isListed(value) ? value : undefined));
  const shown = useMemo(() => shownChoices(listed, refused.reasons), [listed, refused.reasons]);
  const chosen = isOther ? undefined : shown.find((choice) => choice.value === value && choice.reason === undefined);
  const own = isOther ? text.trim() : undefined;
  const given = own ? { value: own, label: own } : chosen;
  return (
    <ChoiceCard
      component="choice-list"
      {...card}
      language={language}
      refused={refused}
      ref={ref}
      kind="radio"
      heading={words.one}
      choices={shown}
      chosen={chosen ? [chosen] : []}
      searching={searching}
      other={
        other
          ? {
              text,
              chosen: isOther,
              change(next) {
                answer({ value: undefined, text: next, isOther: true });
                onDraftChange?.({ choice: next });
              },
            }
          : undefined
      }
      onChoose={(choice) => {
        answer({ value: choice, text, isOther: false });
        const kept = keep([choice]);
        onDraftChange?.({ choice, ...kept });
      }}
      summary={given?.label ?? words.none}
      heard=""
      missing={given?.value ? undefined : isOther ? words.writeFirst : words.chooseFirst}
      onCommit={() => given && onRespond({ choice: given.value }, { title: given.label })}
    />
  );
});

function valueOf(draft: unknown): string | undefined {
  const { choice } = (draft ?? {}) as Record<string, unknown>;
  return typeof choice === 'string' ? choice : undefined;
}
