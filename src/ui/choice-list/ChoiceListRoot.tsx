import { forwardRef, useMemo, useState, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useLanguage } from '../language/language-context.ts';
import { wordsOf } from '../language/language.ts';
import { useRefused } from '../parts/useRefused.ts';
import { shownChoices } from './shown-choice.ts';
import { ChoiceCard, type ChoiceCardOptions } from './ChoiceCard.tsx';
import { words as english } from './words.ts';

/** The answer of a `ChoiceList`: `z.object({ choice: z.string() })`. */
export interface ChoiceAnswer {
  choice: string;
}

/** Options of a list of choices. */
export interface ChoiceListOptions extends ChoiceCardOptions {
  /** Called when the person presses Continue. Choosing alone does not call it. */
  onRespond: (answer: ChoiceAnswer) => void;
  /** The `ChoiceAnswer` to start from. Any other value is ignored. */
  draft?: unknown;
  /** Called on every change with the value to pass back as `draft`. */
  onDraftChange?: ((draft: ChoiceAnswer) => void) | undefined;
}

/** Props of `ChoiceListParts.Root`. */
export interface ChoiceListRootProps
  extends ChoiceListOptions, Omit<ComponentPropsWithoutRef<'div'>, keyof ChoiceListOptions> {}

/** Holds the choices and the answer. The parts inside draw them. */
export const ChoiceListRoot = forwardRef(function ChoiceListRoot(
  { choices, onRespond, draft, onDraftChange, issues, locale, messages, ...card }: ChoiceListRootProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const language = useLanguage({ locale, messages });
  const words = wordsOf(language, 'choiceList', english);
  const [value, setValue] = useState(() => valueOf(draft));
  const refused = useRefused(
    issues,
    card.state,
    ['choice'],
    () => shownChoices(choices).find((choice) => choice.value === value)?.value,
  );
  const shown = useMemo(() => shownChoices(choices, refused.reasons), [choices, refused.reasons]);
  const chosen = shown.find((choice) => choice.value === value && choice.reason === undefined);
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
      onChoose={(choice) => {
        setValue(choice);
        onDraftChange?.({ choice });
      }}
      summary={chosen?.label ?? words.none}
      missing={chosen ? undefined : words.chooseFirst}
      onCommit={() => chosen && onRespond({ choice: chosen.value })}
    />
  );
});

function valueOf(draft: unknown): string | undefined {
  if (typeof draft !== 'object' || draft === null || !('choice' in draft)) return undefined;
  return typeof draft.choice === 'string' ? draft.choice : undefined;
}
