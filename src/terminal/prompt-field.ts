import { styleText } from 'node:util';
import {
  autocomplete,
  autocompleteMultiselect,
  confirm,
  multiline,
  multiselect,
  password,
  S_BAR,
  select,
  text,
} from '@clack/prompts';
import type { Operation } from 'effection';
import { newItem, placeOf, startOf, type Draft, type DraftOf, type ItemDraft } from '../form/draft.ts';
import type {
  BooleanField,
  Field,
  FieldOption,
  JsonField,
  ListField,
  MultiSelectField,
  SelectField,
  TextField,
  NumberField,
} from '../form/field.ts';
import { readJson } from '../form/json-field.ts';
import { formSteps } from '../form/linear-pattern.ts';
import { readField, type ReadOptions } from '../form/read-field.ts';
import { begun, errorText, itemText, labelOf, limitText, optionLabel } from '../form/texts.ts';
import type { FormWords } from '../form/words.ts';
import { createListSearch, type ListOption } from './list-search.ts';
import { dataLines, dimmed, oneLine, wrapped } from './shown.ts';
import type { Terminal } from './terminal.ts';

/** What a field is asked with. */
export interface FieldPrompt {
  readonly terminal: Terminal;
  readonly words: FormWords;
  readonly reading: ReadOptions & { readonly decimal: string };
  /** What the prompt says first, if the form has no other field. @default the field's label */
  readonly heading?: readonly string[] | undefined;
  /** What was entered before. */
  readonly draft: Draft | undefined;
}

/**
 * Ask for one field of a form. A text or a number is asked for again until it fits.
 *
 * @returns undefined if the person declines
 */
export function* promptField(field: Field, asking: FieldPrompt): Operation<Draft | undefined> {
  switch (field.kind) {
    case 'list':
      return yield* promptList(field, asking);
    case 'boolean':
      return yield* promptBoolean(field, asking);
    case 'select':
      return yield* promptSelect(field, asking);
    case 'multi-select':
      return yield* promptMultiSelect(field, asking);
    default:
      return yield* promptText(field, asking);
  }
}

function* promptText(field: TextField | NumberField | JsonField, asking: FieldPrompt): Operation<string | undefined> {
  const { terminal, words, reading, draft } = asking;
  const { timeZone, decimal } = reading;
  const start = String(draft ?? startOf(field, timeZone, decimal));
  const isLong = 'multiline' in field && field.multiline;
  const hint = field.secret ? words.secret : isLong ? 'Press Enter twice to send.' : undefined;
  const message = barred(messageLines(field, asking, hint));
  const validate = (value: string | undefined) => {
    const given = value ?? '';
    const options = { ...reading, budget: { steps: formSteps } };
    const read = field.kind === 'json' ? readJson(field, given) : readField(field, given, options);
    if (read === undefined || !('error' in read)) return undefined;
    return begun(words, errorText(words, read.error, fieldLabel(field, asking), field.kind));
  };
  const placeholder = placeholders[field.kind];
  const given = yield* terminal.prompt(
    (io) => {
      if (field.secret) return password({ ...io, message, validate });
      const options = {
        ...io,
        message,
        validate,
        initialValue: start,
        ...(placeholder !== undefined && { placeholder }),
      };
      return isLong ? multiline(options) : text(options);
    },
    isLong ? '\n' : ' ',
  );
  return given === undefined ? undefined : (given ?? '');
}

const placeholders: Partial<Record<Field['kind'], string>> = {
  email: 'name@example.com',
  uri: 'https://example.com',
  date: 'YYYY-MM-DD',
  'date-time': 'YYYY-MM-DDTHH:MM',
};

function* promptBoolean(field: BooleanField, asking: FieldPrompt): Operation<DraftOf['boolean'] | undefined> {
  const { terminal, words, draft = field.start } = asking;
  const message = messageLines(field, asking).join('\n');
  if (field.start !== null || field.required) {
    return yield* terminal.prompt((io) =>
      confirm({ ...io, message, active: words.yes, inactive: words.no, initialValue: draft === true }),
    );
  }
  const answers = { yes: true, no: false, none: null } as const;
  const chosen = yield* terminal.prompt((io) =>
    select<keyof typeof answers>({
      ...io,
      message,
      options: [
        { value: 'yes', label: words.yes },
        { value: 'no', label: words.no },
        { value: 'none', label: words.none },
      ],
      initialValue: draft === true ? 'yes' : draft === false ? 'no' : 'none',
    }),
  );
  return chosen === undefined ? undefined : answers[chosen];
}

function* promptSelect(field: SelectField, asking: FieldPrompt): Operation<number | null | undefined> {
  const { terminal, words, draft = field.start } = asking;
  const none = field.required ? [] : [{ value: 'none', label: words.none }];
  const options: ListOption[] = [...none, ...optionsOf(field.options, words)];
  const lines = messageLines(field, asking);
  const initialValue = typeof draft === 'number' ? String(draft) : (options[0]?.value ?? 'none');
  const chosen = yield* terminal.prompt((io) =>
    isLong(options)
      ? autocomplete({
          ...io,
          ...createListSearch(options),
          message: barred(lines),
          initialValue,
          maxItems: 10,
          placeholder: countText(options.length),
          validate: (value) => (value === undefined ? 'Choose one that matches, or press Escape' : undefined),
        })
      : select({ ...io, message: lines.join('\n'), options, initialValue }),
  );
  if (chosen === undefined) return undefined;
  return chosen === 'none' ? null : Number(chosen);
}

function* promptMultiSelect(field: MultiSelectField, asking: FieldPrompt): Operation<readonly number[] | undefined> {
  const { terminal, words, draft } = asking;
  const options = optionsOf(field.options, words);
  let initialValues = (Array.isArray(draft) ? (draft as readonly number[]) : field.start).map(String);
  const lines = messageLines(field, asking);
  if (!isLong(options)) {
    const chosen = yield* terminal.prompt((io) =>
      multiselect({ ...io, message: lines.join('\n'), options, initialValues, required: false }),
    );
    return chosen?.map(Number);
  }
  for (;;) {
    const search = createListSearch(options);
    const chosen = yield* terminal.prompt((io) =>
      autocompleteMultiselect({
        ...io,
        ...search,
        message: barred(lines),
        initialValues,
        maxItems: 10,
        placeholder: countText(options.length),
      }),
    );
    if (chosen === undefined || !search.isOpen(chosen)) return chosen?.map(Number);
    terminal.print('warning', ['Mark a match with Tab, or clear the search']);
    initialValues = chosen;
  }
}

/** Items one after another, until the person adds no more. */
function* promptList(field: ListField, asking: FieldPrompt): Operation<readonly ItemDraft[] | undefined> {
  const { terminal, words, reading, draft } = asking;
  const { timeZone, decimal } = reading;
  const before = (draft ?? startOf(field, timeZone, decimal)) as DraftOf['list'];
  const least = field.required ? field.minItems : 0;
  const items: ItemDraft[] = [];
  if (asking.heading !== undefined) terminal.print('question', messageLines(field, asking));
  while (items.length < field.maxItems) {
    const place = items.length;
    const earlier = before[place];
    if (place >= least) {
      const message = `${words.add}: ${oneLine(itemName(field, asking, place))}?`;
      const isMore = yield* terminal.prompt((io) => confirm({ ...io, message, initialValue: earlier !== undefined }));
      if (isMore === undefined) return undefined;
      if (!isMore) break;
    }
    const item = yield* promptItem(field, earlier ?? newItem(field, place, timeZone, decimal), place, asking);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function* promptItem(
  field: ListField,
  [, ...values]: ItemDraft,
  place: number,
  asking: FieldPrompt,
): Operation<ItemDraft | undefined> {
  const entered: ItemDraft[1][] = [];
  for (const [index, draft] of values.entries()) {
    const inner = placeOf(field, place, index);
    if (inner === undefined) continue;
    const name = itemName(field, asking, place);
    const heading = [oneLine(field.bare ? name : `${name}: ${labelOf(asking.words, inner)}`)];
    const given = yield* promptField(inner, { ...asking, heading, draft });
    if (given === undefined) return undefined;
    entered.push(given as ItemDraft[1]);
  }
  return [place, ...entered];
}

function itemName(field: ListField, { words }: FieldPrompt, place: number): string {
  return itemText(words, field, place, place + 1).replace(/ \d+ of \d+$/, ` ${place + 1}`);
}

function optionsOf(options: readonly FieldOption[], words: FormWords): ListOption[] {
  return options.map((option, index) => {
    const { description } = option;
    const label = oneLine(optionLabel(words, option)) || words.empty;
    return { value: String(index), label, ...(description !== undefined && { hint: oneLine(description) }) };
  });
}

/** Beside the library's own "Search:". */
function countText(count: number): string {
  return `${count} options`;
}

function isLong(options: readonly unknown[]): boolean {
  return options.length > 15;
}

function fieldLabel(field: Field, { words }: FieldPrompt): string {
  return oneLine(labelOf(words, field));
}

function messageLines(field: Field, asking: FieldPrompt, more?: string): string[] {
  const { terminal, words, heading } = asking;
  const optional = field.required ? '' : ` ${words.optional}`;
  const { description } = field;
  const inJson = field.kind === 'json' ? words.inJson : undefined;
  const hints = [description, limitText(words, field), more, inJson].filter((hint): hint is string => Boolean(hint));
  const shown = hints.flatMap((hint) => wrapped(terminal.columns, oneLine(hint)).map(dimmed));
  if (field.kind === 'json') shown.push(...dataLines(field.shown));
  return [...(heading ?? wrapped(terminal.columns, `${fieldLabel(field, asking)}${optional}`)), ...shown];
}

/**
 * The message of a prompt that does not draw its bar before each line: a text, a password and a search. Each line but
 * the first begins with the bar, so that none passes for a prompt.
 */
export function barred(lines: readonly string[]): string {
  return lines.join(`\n${styleText('gray', S_BAR)}  `);
}
