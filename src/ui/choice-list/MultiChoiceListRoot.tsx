import { forwardRef, useMemo, useState, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import type { ReceiptWords } from '../../protocol/receipt.ts';
import { formatFacts } from '../../words/format.ts';
import { useOwnWords } from '../language/language-context.ts';
import { useRefused } from '../parts/useRefused.ts';
import { shownChoices, type ShownChoice } from './shown-choice.ts';
import { useListed, type Kept } from './useListed.ts';
import type { Listed } from './useSearch.ts';
import { ChoiceCard, type ChoiceCardOptions } from './ChoiceCard.tsx';
import { words as english } from './words.ts';

/** The answer of a `MultiChoiceList`: `z.object({ choices: z.array(z.string()) })`. */
export interface ChoicesAnswer {
  choices: string[];
}

/** What was chosen and not sent. */
export interface ChoicesDraft extends ChoicesAnswer, Kept {}

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
  onRespond: (answer: ChoicesAnswer, words?: ReceiptWords) => void;
  /** The `ChoicesDraft` to start from. Any other value is ignored. */
  draft?: unknown;
  /** Called on every change with the value to pass back as `draft`. */
  onDraftChange?: ((draft: ChoicesDraft) => void) | undefined;
}

/** Props of `ChoiceListParts.MultiRoot`. */
export interface MultiChoiceListRootProps
  extends MultiChoiceListOptions, Omit<ComponentPropsWithoutRef<'div'>, keyof MultiChoiceListOptions> {
  /** Sums up what is chosen, for screen readers to say after the count. */
  sumUp?: ((chosen: readonly string[]) => string) | undefined;
}

/** Holds the choices and the answer. The parts of a `ChoiceList` inside draw them. */
export const MultiChoiceListRoot = forwardRef(function MultiChoiceListRoot(
  {
    choices,
    search,
    other = false,
    min = 1,
    max = Infinity,
    onRespond,
    draft,
    onDraftChange,
    sumUp,
    issues,
    locale,
    messages,
    ...card
  }: MultiChoiceListRootProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { language, words } = useOwnWords({ locale, messages }, 'choiceList', english);
  const { listed, searching, keep } = useListed(choices, search, draft);
  const [{ values, text, isOther }, answer] = useState(() => startOf(valuesOf(draft), other ? listed : undefined));
  const refused = useRefused(issues, card.state, ['choices'], (index, reasons) =>
    typeof index === 'number' ? chosenOf(shownChoices(listed, reasons), values)[index]?.value : undefined,
  );
  const shown = useMemo(() => shownChoices(listed, refused.reasons), [listed, refused.reasons]);
  const chosen = chosenOf(shown, values);
  const own = isOther ? [text.trim()].filter(Boolean) : [];
  const all = [...chosen.map((choice) => choice.value), ...own.filter((one) => !values.has(one))];
  const change = (next: typeof values, written: string, on: boolean) => {
    answer({ values: next, text: written, isOther: on });
    const kept = keep([...next]);
    onDraftChange?.({ choices: [...next, ...(on ? [written] : [])], ...kept });
  };
  const tooMany = all.length > max ? words.atMost(max, words.locale) : undefined;
  const count = tooMany ?? (all.length > 0 ? words.chosen(all.length, words.locale) : words.noneOfMany);
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
        change(next, text, isOther);
      }}
      searching={searching}
      other={other ? { text, chosen: isOther, change: (next, on) => change(values, next, on) } : undefined}
      summary={count}
      heard={tooMany ?? formatFacts(words.locale, [count, sumUp?.(all)])}
      isOver={tooMany !== undefined}
      missing={
        isOther && own.length === 0 ? words.writeFirst : all.length < min ? words.atLeast(min, words.locale) : tooMany
      }
      onCommit={() => onRespond({ choices: all }, { title: [...chosen.map(({ label }) => label), ...own].join(' · ') })}
    />
  );
});

const chosenOf = (shown: readonly ShownChoice[], values: ReadonlySet<string>) =>
  shown.filter(({ value, reason }) => values.has(value) && reason === undefined);

/** @param listed - undefined if nothing else can be answered */
function startOf(given: ReadonlySet<string>, listed: readonly Listed[] | undefined) {
  const known = new Set(shownChoices(listed ?? []).map(({ value }) => value));
  const written = listed && [...given].find((value) => !known.has(value));
  const values: ReadonlySet<string> = new Set([...given].filter((value) => value !== written));
  return { values, text: written ?? '', isOther: written !== undefined };
}

function valuesOf(draft: unknown): ReadonlySet<string> {
  const { choices } = (draft ?? {}) as Record<string, unknown>;
  return new Set(Array.isArray(choices) ? choices.filter((value) => typeof value === 'string') : []);
}
