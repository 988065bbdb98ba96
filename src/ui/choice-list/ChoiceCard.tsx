import { useContext, useId, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import { FrameContext } from '../frame/frame.ts';
import { AnswerCard, type AnswerCardOptions } from '../parts/AnswerCard.tsx';
import { CardFooter } from '../parts/CardFooter.tsx';
import { CardHeader } from '../parts/CardHeader.tsx';
import { Glyph } from '../parts/Glyph.tsx';
import { matchingChoices, type ShownChoice } from './choice.ts';
import { ChoiceItem } from './ChoiceItem.tsx';
import { words } from './words.ts';

/** What the lists of one and of several answers have in common. */
export interface ChoiceCardOptions extends AnswerCardOptions {
  /** @default "Choose one", or "Choose any" */
  title?: string | undefined;
  /** With it the card has a Skip button. */
  onDecline?: (() => void) | undefined;
}

interface ChoiceCardProps extends ChoiceCardOptions {
  part: string;
  kind: 'radio' | 'checkbox';
  heading: string;
  choices: readonly ShownChoice[];
  chosen: readonly ShownChoice[];
  onChoose: (value: string, chosen: boolean) => void;
  summary: string;
  /** Why the answer will not do yet. */
  missing: string | undefined;
  onCommit: () => void;
}

/** The card that choices are made on; it draws, and its owner knows. */
export function ChoiceCard(props: ChoiceCardProps): ReactNode {
  const { part, kind, heading, choices, chosen, onChoose, summary, missing, onCommit, title, onDecline, ...card } =
    props;
  const id = useId();
  const frame = useContext(FrameContext);
  const [search, setSearch] = useState('');
  const [said, setSaid] = useState({ text: '', quiet: true });
  const searchable = choices.length > fewEnough;
  const matching = useMemo(
    () => (searchable ? matchingChoices(choices, search) : choices),
    [choices, search, searchable],
  );

  const choose = (value: string, on: boolean) => {
    setSaid({ text: '', quiet: true });
    onChoose(value, on);
  };

  const commit = () => {
    if (card.state === 'sending') return;
    if (missing !== undefined) return setSaid({ text: missing, quiet: false });
    setSaid({ text: '', quiet: true });
    onCommit();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // A form around the card must not be sent instead.
    event.preventDefault();
    if ((event.target as HTMLInputElement).type !== 'search') commit();
  };

  return (
    <AnswerCard {...card} part={part} said={said} words={words}>
      <legend data-part="header">
        <CardHeader title={plainText(title ?? heading, 120)} icon={<Glyph name="list" />} />
      </legend>
      {searchable && (
        <div data-part="search">
          <input
            type="search"
            aria-label={words.search}
            placeholder={words.search}
            autoComplete="off"
            value={search}
            onKeyDown={onKeyDown}
            onChange={({ target }) => {
              setSearch(target.value);
              setSaid({ text: words.matches(matchingChoices(choices, target.value).length), quiet: true });
            }}
          />
        </div>
      )}
      {matching.length === 0 && <p data-part="empty">{choices.length > 0 ? words.noMatch : words.empty}</p>}
      <div data-part="choices">
        {matching.map((choice) => (
          <ChoiceItem
            key={choice.value}
            choice={choice}
            kind={kind}
            name={id}
            checked={chosen.includes(choice)}
            onChoose={choose}
            onKeyDown={onKeyDown}
          />
        ))}
      </div>
      <CardFooter
        summary={summary}
        commit={card.state === 'failed' && !frame?.failed ? words.again : words.commit}
        ready={missing === undefined}
        onCommit={commit}
        skip={words.skip}
        onSkip={onDecline}
      />
    </AnswerCard>
  );
}

const fewEnough = 12;
