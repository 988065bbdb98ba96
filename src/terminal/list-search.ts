import { folded, matchingChoices } from '../form/matching-choices.ts';

/** An option of a list. Only its texts are shown: `value` is its position. */
export interface ListOption {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

/** The search of one prompt: a match is in the text of a row, the best match comes first and has the focus. */
export function createListSearch(options: readonly ListOption[]) {
  const rows = options.map(({ value, label, hint }) => ({
    value,
    name: folded(label),
    label: hint === undefined ? label : `${label} (${hint})`,
  }));
  let search = '';
  let found = new Set(rows);
  let ordered = rows;

  return {
    /** What `@clack/prompts` lists. It calls this after each key. */
    options(this: SearchPrompt) {
      if (this.userInput === search) return ordered;
      search = this.userInput;
      found = new Set(bestFirst(matchingChoices(rows, search), folded(search).trim()));
      ordered = search === '' ? rows : [...found, ...rows.filter((row) => !found.has(row))];
      // Otherwise the prompt keeps the focus on a worse match that had it before.
      if (search !== '') this.focusedValue = undefined;
      return ordered;
    },
    // The prompt tries its placeholder as a search, too. That finds nothing.
    filter: (text: string, row: { value: string }) => text === search && found.has(row as Row),
    /** The person searches for something that they did not mark. */
    isOpen: (marked: readonly string[]) =>
      search.trim() !== '' && ![...found].some(({ value }) => marked.includes(value)),
  };
}

/** The parts of an autocomplete prompt that a search needs. */
interface SearchPrompt {
  readonly userInput: string;
  focusedValue: string | undefined;
}

interface Row {
  readonly value: string;
  /** The label to compare with a search. */
  readonly name: string;
  readonly label: string;
}

function bestFirst(rows: readonly Row[], wanted: string): Row[] {
  const rank = ({ name }: Row) => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2);
  return [...rows].sort((one, other) => rank(one) - rank(other));
}
