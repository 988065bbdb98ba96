import { grouped } from '../base/grouped.ts';
import type { Draft, DraftOf } from '../form/draft.ts';
import type { Field, FieldOption, ItemField, JsonField, SelectField } from '../form/field.ts';
import { begun, labelOf, limitText, optionLabel } from '../form/texts.ts';
import { attributes, markup, type Html, type HtmlPart } from './markup.ts';
import { optionName } from './posted-drafts.ts';
import type { LinkWords } from './words.ts';

/** What a field is drawn from. */
export interface FieldView {
  readonly words: LinkWords;
  readonly timeZone: string;
  /** By the ids of fields. */
  readonly errors: ReadonlyMap<string, string>;
  /** Something was sent before. */
  readonly isAgain: boolean;
  /** The form has no other field. */
  readonly isAlone: boolean;
  /** The element that names the field in place of a label. */
  readonly namedBy?: string | undefined;
}

/** A field: its label, its hints, its error, its control. */
export function drawField(field: ItemField | JsonField, draft: Draft, view: FieldView): Html {
  const { words, errors, isAlone, namedBy } = view;
  const { id, required } = field;
  const error = errors.get(id);
  const isTick = field.kind === 'boolean' && !isAlone && field.start !== null;
  const hints = hintsOf(field, view, isTick);
  const state = { 'aria-describedby': describedBy(id, hints, error), 'aria-invalid': error !== undefined && 'true' };
  const said = drawHints(id, hints, error);
  const look = error === undefined ? 'field' : 'field wrong';
  if (isTick) {
    const row = { field, kind: 'checkbox', value: 'true', isChosen: draft === true, state } as const;
    // A box without its tick is not sent, and stands for no.
    return markup`<div class="${look}">
      ${said}
      <input type="hidden" name="${id}" value="false" />
      <div class="choices">${drawRow({ ...row, label: labelOf(words.form, field), hint: field.description })}</div>
    </div>`;
  }
  const mark = optionalMark(view, required || isAlone);
  const label = markup`<bdi>${begun(words.form, labelOf(words.form, field))}</bdi>${mark}`;
  const named = { 'aria-labelledby': namedBy };
  if (!isOfRows(field)) {
    return markup`<div class="${look}">
      ${namedBy === undefined && markup`<label class="label" for="${id}">${label}</label>`} ${said}
      ${drawControl(field, draft, { id, ...named, ...state }, words)}
    </div>`;
  }
  const isMany = field.kind === 'multi-select';
  const group = isMany ? {} : { role: 'radiogroup', 'aria-required': required && 'true', ...state };
  const described = { 'aria-describedby': state['aria-describedby'] };
  return markup`<fieldset${attributes({ id, class: look, ...named, ...described, ...group })}>
      ${namedBy === undefined && markup`<legend>${label}</legend>`}
      ${said}
      <div class="choices">${drawRows(field, draft, words)}</div>
    </fieldset>`;
}

/** What stands between a label and its control. */
export function drawHints(id: string, hints: readonly string[], error: string | undefined): HtmlPart {
  return [
    hints.length > 0 && markup`<p class="hint" dir="auto" id="${id}-hint">${hints.join('\n')}</p>`,
    error !== undefined && markup`<p class="error" dir="auto" id="${id}-error">${error}</p>`,
  ];
}

/** The ids of what says more of a field. */
export function describedBy(id: string, hints: readonly string[], error: string | undefined): string | undefined {
  const ids = [hints.length > 0 && `${id}-hint`, error !== undefined && `${id}-error`];
  return ids.filter(Boolean).join(' ') || undefined;
}

/** Says beside a label that nothing has to be entered. */
export const optionalMark = ({ words }: FieldView, isNeeded: boolean): HtmlPart =>
  !isNeeded && markup` <span class="optional">${words.form.optional}</span>`;

/** More options are a dropdown: nobody reads so many rows. */
const mostRows = 12;

type RowsField = Extract<ItemField, { kind: 'boolean' | 'multi-select' | 'select' }>;

function isOfRows(field: Field): field is RowsField {
  if (field.kind === 'select') return field.options.length <= mostRows;
  return field.kind === 'boolean' || field.kind === 'multi-select';
}

function hintsOf(field: Field, { words: { form, page }, timeZone, isAgain }: FieldView, isTick: boolean): string[] {
  return [
    !isTick && field.description,
    limitText(form, field),
    field.kind === 'text' && field.limits.pattern === 'unchecked' && form.unchecked,
    field.kind === 'json' && `${form.inJson}\n${field.shown}`,
    field.kind === 'date-time' && page.zone(timeZone),
    field.secret && form.secret,
    field.secret && isAgain && form.secretAgain,
  ].filter((hint): hint is string => typeof hint === 'string' && hint !== '');
}

function drawControl(
  field: Exclude<ItemField, RowsField> | SelectField | JsonField,
  draft: Draft,
  named: Readonly<Record<string, string | boolean | undefined>>,
  words: LinkWords,
): Html {
  const { required } = field;
  const shared = { name: field.id, ...named, required };
  if (field.kind === 'select') {
    return markup`<select${attributes(shared)}>
        <option value="">${required ? words.form.choose : words.form.none}</option>
        ${inGroups(field.options).map(({ group, members }) => {
          const drawn = members.map((option) => drawOption(option, option.index === draft, words, group));
          return group === undefined ? drawn : markup`<optgroup${attributes({ label: group })}>${drawn}</optgroup>`;
        })}
      </select>`;
  }
  const text = typeof draft === 'string' && !field.secret ? draft : '';
  if (field.kind === 'json' || (field.kind === 'text' && field.multiline)) {
    // A textarea begins after its first line break.
    return markup`<textarea${attributes({ ...shared, rows: 4, dir: field.kind === 'json' ? 'ltr' : 'auto' })}>${'\n'}${text}</textarea>`;
  }
  const typed = field.secret ? secretInput : inputs[field.kind];
  const step = field.kind === 'date-time' && text.length > 16 ? 1 : undefined;
  return markup`<input${attributes({ ...shared, ...typed, step, value: text })} />`;
}

/** A number is text: browsers rewrite one in a field for numbers. */
const inputs = {
  text: { type: 'text', autocomplete: 'off', dir: 'auto' },
  email: { type: 'email', autocomplete: 'email' },
  uri: { type: 'text', inputmode: 'url', autocomplete: 'off', dir: 'ltr' },
  date: { type: 'date', max: '9999-12-31' },
  'date-time': { type: 'datetime-local', max: '9999-12-31T23:59' },
  number: { type: 'text', inputmode: 'decimal', autocomplete: 'off' },
  integer: { type: 'text', inputmode: 'numeric', autocomplete: 'off' },
} as const;

/** Never filled in again: a page of the history would show it. */
const secretInput = { type: 'password', autocomplete: 'off' } as const;

function drawRows(field: RowsField, draft: Draft, words: LinkWords): HtmlPart {
  const { form } = words;
  const state = { required: field.kind !== 'multi-select' && field.required };
  const none = { field, kind: 'radio', value: '', label: form.none, isChosen: draft === null, state } as const;
  if (field.kind === 'boolean') {
    const answers = [
      { value: 'true', label: form.yes, isChosen: draft === true },
      { value: 'false', label: form.no, isChosen: draft === false },
    ];
    const rows = answers.map((answer) => drawRow({ field, kind: 'radio', state, ...answer }));
    return field.required ? rows : [...rows, drawRow(none)];
  }
  const isMany = field.kind === 'multi-select';
  const chosen = isMany ? (draft as DraftOf['multi-select']) : [draft];
  const rows = inGroups(field.options).map(({ group, members }) => [
    group !== undefined && markup`<p class="of" dir="auto">${group}</p>`,
    ...members.map((option) =>
      drawRow({
        field,
        kind: isMany ? 'checkbox' : 'radio',
        value: optionName(option),
        label: withoutGroup(optionLabel(form, option), group),
        hint: option.description,
        isChosen: chosen.includes(option.index as never),
        state,
      }),
    ),
  ]);
  return isMany || field.required ? rows : [...rows, drawRow(none)];
}

interface RowView {
  readonly field: Field;
  readonly kind: 'radio' | 'checkbox';
  readonly value: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isChosen: boolean;
  readonly state: Readonly<Record<string, string | boolean | undefined>>;
}

function drawRow({ field, kind, value, label, hint, isChosen, state }: RowView): Html {
  const own = field.kind === 'boolean' && kind === 'checkbox' ? { id: field.id } : {};
  const input = attributes({ ...own, type: kind, name: field.id, value, checked: isChosen, ...state });
  const more = hint !== undefined && markup`<span class="hint" dir="auto">${hint}</span>`;
  return markup`<label class="choice"><input${input} /><bdi>${label}</bdi>${more}</label>`;
}

function drawOption(option: FieldOption, selected: boolean, { form }: LinkWords, group: string | undefined): Html {
  const label = withoutGroup(optionLabel(form, option), group);
  const text = option.description === undefined ? label : `${label} – ${option.description}`;
  return markup`<option${attributes({ value: optionName(option), selected })}>${text}</option>`;
}

/** Options under their headings, each with its place. */
const inGroups = (options: readonly FieldOption[]) => grouped(options.map((option, index) => ({ ...option, index })));

function withoutGroup(label: string, group: string | undefined): string {
  return group !== undefined && label.startsWith(`${group}: `) ? label.slice(group.length + 2) : label;
}
