import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Glyph } from '../parts/Glyph.tsx';
import { cross, down, up } from '../parts/glyph-paths.ts';
import { useFormWords } from './useFormWords.ts';
import { newItem, placeOf, type Draft, type ItemDraft } from '../../form/draft.ts';
import type { ItemField, ListField } from '../../form/field.ts';
import { decimalOf } from '../../words/decimal.ts';
import { itemText } from '../../form/texts.ts';
import type { FormWords } from '../../form/words.ts';

interface ListRowsProps {
  field: ListField;
  /** The list's id. The ids of everything inside start with it. */
  id: string;
  draft: readonly ItemDraft[];
  /** @param said - the words to announce to screen readers */
  onDraft: (draft: readonly ItemDraft[], said?: string) => void;
  timeZone: string | undefined;
  /** Draws one field of an item. */
  renderField: (field: ItemField, draft: Draft, onDraft: (draft: Draft) => void) => ReactNode;
}

/** The items of a list, each with its fields and buttons, and the button that adds an item. */
export function ListRows({ field, id, draft, onDraft, timeZone, renderField }: ListRowsProps): ReactNode {
  const words = useFormWords();
  const rows = useRef<HTMLDivElement>(null);
  const [lead, setLead] = useState<Lead>();
  useEffect(() => {
    if (lead) focusRow(rows.current, lead);
  }, [lead]);

  const add = () => {
    const key = Math.max(-1, ...draft.map(([one]) => one)) + 1;
    onDraft([...draft, newItem(field, key, timeZone ?? 'UTC', decimalOf(words.locale))]);
    setLead({ key, parts: [':is(input, select, textarea)'] });
  };
  const remove = (place: number) => {
    const rest = draft.filter((_, index) => index !== place);
    onDraft(rest, words.removed(itemText(words, field, place, draft.length)));
    setLead({ key: (rest[place] ?? rest.at(-1))?.[0], parts: ['[data-elicit=remove]'] });
  };
  const move = (place: number, by: 1 | -1) => {
    const rest = draft.toSpliced(place, 1);
    const moved = draft.slice(place, place + 1);
    onDraft(rest.toSpliced(place + by, 0, ...moved), itemText(words, field, place + by, draft.length));
    const parts = ['[data-elicit=move-up]:enabled', '[data-elicit=move-down]:enabled'];
    setLead({ key: moved[0]?.[0], parts: by < 0 ? parts : parts.toReversed() });
  };
  const change = (place: number, index: number, value: Draft) =>
    onDraft(draft.map((item, at) => (at === place ? (item.with(index + 1, value as never) as never) : item)));

  const addId = useId();
  return (
    <div ref={rows} data-elicit="entries">
      {draft.map((item, place) => {
        const [key, ...values] = item;
        const name = itemText(words, field, place, draft.length);
        const nameId = field.bare ? `${id}-${key}-0-label` : `${id}-${key}-name`;
        const fields = values.map((value, index) => {
          const one = placeOf(field, key, index);
          if (!one) return undefined;
          return renderField(field.bare ? { ...one, label: name } : one, value, (next) => change(place, index, next));
        });
        const tools = (
          <RowTools
            words={words}
            nameId={nameId}
            onUp={place > 0 ? () => move(place, -1) : undefined}
            onDown={place < draft.length - 1 ? () => move(place, 1) : undefined}
            onRemove={() => remove(place)}
          />
        );
        return field.bare ? (
          <div key={key} data-elicit="entry" data-item={key}>
            {fields}
            {tools}
          </div>
        ) : (
          <fieldset key={key} data-elicit="entry" data-item={key} aria-labelledby={nameId}>
            <legend id={nameId} data-elicit="label">
              <bdi data-elicit="">{name}</bdi>
            </legend>
            {fields}
            {tools}
          </fieldset>
        );
      })}
      <button
        type="button"
        id={addId}
        data-elicit="add"
        aria-labelledby={`${addId} ${id}-name`}
        disabled={draft.length >= field.maxItems}
        onClick={add}
      >
        {words.add}
      </button>
    </div>
  );
}

interface RowToolsProps {
  words: FormWords;
  /** Id of the element that names the item. */
  nameId: string;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: () => void;
}

function RowTools({ words, nameId, onUp, onDown, onRemove }: RowToolsProps): ReactNode {
  const id = useId();
  const tool = (part: string, label: string, glyph: string, onClick: (() => void) | undefined) => (
    <button
      type="button"
      id={`${id}-${part}`}
      data-elicit={part}
      title={label}
      aria-label={label}
      aria-labelledby={`${id}-${part} ${nameId}`}
      disabled={!onClick}
      onClick={onClick}
    >
      <Glyph path={glyph} />
    </button>
  );
  return (
    <div data-elicit="entry-tools">
      {(onUp ?? onDown) && tool('move-up', words.moveUp, up, onUp)}
      {(onUp ?? onDown) && tool('move-down', words.moveDown, down, onDown)}
      {tool('remove', words.remove, cross, onRemove)}
    </div>
  );
}

/** Where focus goes: to the first of these parts that the item has, else to the button that adds an item. */
interface Lead {
  key: number | undefined;
  parts: readonly string[];
}

function focusRow(rows: HTMLElement | null, { key, parts }: Lead): void {
  const found = parts.map((part) => rows?.querySelector<HTMLElement>(`[data-item="${key}"] ${part}`)).find(Boolean);
  (found ?? rows?.querySelector<HTMLElement>(':scope > [data-elicit=add]'))?.focus();
}
