import { useMemo, useState, type ReactNode } from 'react';
import { shownChoices, type Choice } from './choice.ts';
import { ChoiceCard, type ChoiceCardOptions } from './ChoiceCard.tsx';
import { words } from './words.ts';

/** The answer of a `ChoiceList`: `z.object({ choice: z.string() })`. */
export interface ChoiceAnswer {
  choice: string;
}

/** Props of `ChoiceList`. */
export interface ChoiceListProps extends ChoiceCardOptions {
  /** What there is to choose from; more than twelve come with a search. */
  choices: readonly (string | Choice)[];
  /** Called when the person presses Continue, never when they merely choose. */
  onRespond: (answer: ChoiceAnswer) => void;
  /** A `ChoiceAnswer` to begin with; anything else is ignored. */
  draft?: unknown;
  onDraftChange?: ((draft: ChoiceAnswer) => void) | undefined;
}

/** Asks a person to choose one of several things. */
export function ChoiceList({ choices, onRespond, draft, onDraftChange, ...card }: ChoiceListProps): ReactNode {
  const shown = useMemo(() => shownChoices(choices), [choices]);
  const [value, setValue] = useState(() => valueOf(draft));
  const chosen = shown.find((choice) => choice.value === value && choice.reason === undefined);
  return (
    <ChoiceCard
      {...card}
      part="choice-list"
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
}

function valueOf(draft: unknown): string | undefined {
  if (typeof draft !== 'object' || draft === null || !('choice' in draft)) return undefined;
  return typeof draft.choice === 'string' ? draft.choice : undefined;
}
