import { forwardRef, useMemo, useState, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useLanguage } from '../language/language-context.ts';
import { wordsOf } from '../language/language.ts';
import { useRefused } from '../parts/useRefused.ts';
import { shownChoices, type ShownChoice } from './shown-choice.ts';
import { ChoiceCard, type ChoiceCardOptions } from './ChoiceCard.tsx';
import { words as english } from './words.ts';

/** The answer of a `MultiChoiceList`: `z.object({ choices: z.array(z.string()) })`. */
export interface ChoicesAnswer {
  choices: string[];
}

/** Options of a list of several choices. */
export interface MultiChoiceListOptions extends ChoiceCardOptions {
  /**
   * The fewest choices allowed. With 0 the person may choose nothing.
   *
   * @default 1
   */
  min?: number | undefined;
  /** The most choices allowed. @default no limit */
  max?: number | undefined;
  /** Called when the person presses Continue, with the values in the order of the list. */
  onRespond: (answer: ChoicesAnswer) => void;
  /** The `ChoicesAnswer` to start from. Any other value is ignored. */
  draft?: unknown;
  /** Called on every change with the value to pass back as `draft`. */
  onDraftChange?: ((draft: ChoicesAnswer) => void) | undefined;
}

/** Props of `ChoiceListParts.MultiRoot`. */
export interface MultiChoiceListRootProps
  extends MultiChoiceListOptions, Omit<ComponentPropsWithoutRef<'div'>, keyof MultiChoiceListOptions> {}

/** Holds the choices and the answer. The parts of a `ChoiceList` inside draw them. */
export const MultiChoiceListRoot = forwardRef(function MultiChoiceListRoot(
  {
    choices,
    min = 1,
    max = Infinity,
    onRespond,
    draft,
    onDraftChange,
    issues,
    locale,
    messages,
    ...card
  }: MultiChoiceListRootProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const language = useLanguage({ locale, messages });
  const words = wordsOf(language, 'choiceList', english);
  const [values, setValues] = useState(() => valuesOf(draft));
  const refused = useRefused(issues, card.state, ['choices'], (index, reasons) =>
    typeof index === 'number' ? chosenOf(shownChoices(choices, reasons), values)[index]?.value : undefined,
  );
  const shown = useMemo(() => shownChoices(choices, refused.reasons), [choices, refused.reasons]);
  const chosen = chosenOf(shown, values);
  const tooMany = chosen.length > max ? words.atMost(max, words.locale) : undefined;
  return (
    <ChoiceCard
      component="multi-choice-list"
      {...card}
      language={language}
      refused={refused}
      ref={ref}
      kind="checkbox"
      heading={words.many}
      choices={shown}
      chosen={chosen}
      onChoose={(value, on, ...more) => {
        const next = new Set(chosen.map((choice) => choice.value));
        for (const one of [value, ...more]) {
          if (on) next.add(one);
          else next.delete(one);
        }
        setValues(next);
        onDraftChange?.({ choices: [...next] });
      }}
      summary={tooMany ?? (chosen.length > 0 ? words.chosen(chosen.length, words.locale) : words.noneOfMany)}
      missing={chosen.length < min ? words.atLeast(min, words.locale) : tooMany}
      onCommit={() => onRespond({ choices: chosen.map((choice) => choice.value) })}
    />
  );
});

const chosenOf = (shown: readonly ShownChoice[], values: ReadonlySet<string>) =>
  shown.filter(({ value, reason }) => values.has(value) && reason === undefined);

function valuesOf(draft: unknown): ReadonlySet<string> {
  if (typeof draft !== 'object' || draft === null || !('choices' in draft)) return new Set();
  const given: unknown[] = Array.isArray(draft.choices) ? draft.choices : [];
  return new Set(given.filter((value) => typeof value === 'string'));
}
