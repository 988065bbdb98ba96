import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { matchingChoices } from '../../form/matching-choices.ts';
import { ChoiceRow } from '../parts/ChoiceRow.tsx';
import { keyOf } from '../parts/key-of.ts';
import { isSearched } from './field-shape.ts';
import { useFormWords } from './useFormWords.ts';

interface OptionRowsProps {
  /** The field's id. */
  id: string;
  kind: 'radio' | 'checkbox';
  options: readonly { label: string; description?: string | undefined }[];
  /** Indexes of options. */
  chosen: readonly number[];
  onChoose: (index: number, on: boolean) => void;
  /** Clears the answer, if that is allowed. */
  onClear?: (() => void) | undefined;
}

/** People don't read more rows at once, and a hundred such fields would take seconds to render. */
const mostFound = 30;

/** Options as rows. Above many options there is a search field. */
export function OptionRows({ id, kind, options, chosen, onChoose, onClear }: OptionRowsProps): ReactNode {
  const words = useFormWords();
  const rows = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const searched = isSearched(options.length);
  const indexed = options.map((option, index) => ({ ...option, description: option.description, index }));
  const matching = searched ? matchingChoices(indexed, search) : indexed;
  // Keep chosen options in view whatever the search finds: they are part of the answer.
  const found = new Set(searched ? matching.slice(0, mostFound) : matching);
  const marked = new Set(chosen);
  const shown = indexed.filter((option) => found.has(option) || marked.has(option.index));

  const onSearchKeyDown = (event: KeyboardEvent) => {
    if (keyOf(event) !== 'Enter') return;
    // Enter searches here. It must not submit the form.
    event.preventDefault();
    event.stopPropagation();
    if (search !== '' && matching.length === 1 && matching[0]) onChoose(matching[0].index, true);
  };

  return (
    <div ref={rows} data-elicit="choices" data-kind={searched ? 'searched' : undefined}>
      {searched && (
        <input
          type="search"
          data-elicit="option-search"
          form=""
          dir="auto"
          autoComplete="off"
          aria-label={words.search(options.length, words.locale)}
          placeholder={words.search(options.length, words.locale)}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={onSearchKeyDown}
        />
      )}
      <div data-elicit="option-rows">
        {shown.map(({ index, label, description }) => (
          <ChoiceRow
            key={index}
            choice={{ value: String(index), label, description, reason: undefined }}
            kind={kind}
            name={id}
            checked={chosen.includes(index)}
            onChoose={(on) => onChoose(index, on)}
          />
        ))}
      </div>
      {searched && (
        <p data-elicit="matches" role="status" dir="auto">
          {matching.length > mostFound
            ? words.firstShown(mostFound, words.locale)
            : words.matches(matching.length, options.length, words.locale)}
        </p>
      )}
      {onClear && chosen.length > 0 && (
        <button
          type="button"
          data-elicit="clear"
          onClick={() => {
            // The button disappears and would take the focus with it.
            rows.current?.querySelector('input')?.focus();
            onClear();
          }}
        >
          {words.clear}
        </button>
      )}
    </div>
  );
}
