import { createElement, type ComponentType, type ReactNode } from 'react';
import { formatter } from '../../words/formatter.ts';
import type { FieldComponents, FieldProps } from './field-props.ts';
import { isGroup } from './field-shape.ts';
import { lengthOf } from '../../form/check-text.ts';
import type { Draft, DraftOf } from '../../form/draft.ts';
import type { Field } from '../../form/field.ts';
import { isRealDate } from '../../protocol/days.ts';
import { momentOf } from '../../form/zoned-time.ts';
import { FieldError, FieldHints, OptionalMark } from '../kit/field-words.tsx';
import { Notice } from '../kit/Notice.tsx';
import { ListRows } from './ListRows.tsx';
import { MultiSelectControl } from './MultiSelectControl.tsx';
import { SelectControl } from './SelectControl.tsx';
import { TextControl } from './TextControl.tsx';
import { begun, labelOf, limitText } from '../../form/texts.ts';
import type { FormWords } from '../../form/words.ts';
import { TickControl } from './TickControl.tsx';
import { useFormWords } from './useFormWords.ts';
import { YesNoControl } from './YesNoControl.tsx';

interface FormFieldProps {
  field: Field;
  id: string;
  draft: Draft;
  /** @param said - the words to announce to screen readers */
  onDraft: (draft: Draft, said?: string) => void;
  /** Keyed by the id of the field, or of a field inside it. */
  errors: ReadonlyMap<string, string>;
  /** Undefined on the server, which cannot know it. */
  timeZone: string | undefined;
  /** The form has no other field. */
  isAlone: boolean;
  /** The form starts with an earlier answer. */
  isAgain: boolean;
  /** The id of the element that names the field in place of a label. */
  namedBy?: string | undefined;
  components: FieldComponents;
}

/** One field: its label, its hints, its control and its error. */
export function FormField(props: FormFieldProps): ReactNode {
  const { field, id, draft, onDraft, errors, timeZone, isAlone, isAgain, namedBy, components } = props;
  const error = errors.get(field.id);
  const words = useFormWords();
  const theirs = componentOf(field, components);
  const group = !theirs && isGroup(field, isAlone);
  const labelled = theirs || field.kind !== 'boolean' || group;
  const day = !theirs && field.kind === 'date' ? dayText(String(draft), words.locale) : undefined;
  const hints = [
    labelled && field.description,
    limitText(words, field),
    field.kind === 'text' && field.limits.pattern === 'unchecked' && words.unchecked,
    field.kind === 'json' && `${words.inJson}\n${field.shown}`,
    field.kind === 'date-time' && timeZone && words.zone(zoneName(timeZone, words.locale)),
    isRepeated(field, draft, timeZone) && words.repeated,
    field.secret && isAgain && words.secretAgain,
  ].filter((hint): hint is string => Boolean(hint));
  const labelledBy = namedBy ?? `${id}-label`;
  const counter = theirs ? undefined : counterOf(words, field, draft);
  const describedBy =
    [
      hints.length > 0 && `${id}-hint`,
      field.secret && `${id}-warning`,
      day !== undefined && `${id}-day`,
      counter && `${id}-counter`,
      error && `${id}-error`,
    ]
      .filter(Boolean)
      .join(' ') || undefined;
  const label = (
    <>
      <bdi data-elicit="" id={`${id}-name`}>
        {begun(words, labelOf(words, field))}
      </bdi>
      {!field.required && !isAlone && <OptionalMark text={words.optional} />}
    </>
  );
  const body = (
    <>
      <FieldHints id={`${id}-hint`} hints={hints} />
      {field.secret && (
        <Notice kind="warning" id={`${id}-warning`}>
          {words.secret}
        </Notice>
      )}
      <FieldError id={`${id}-error`} error={error} />
      {field.kind === 'list' && !theirs ? (
        <ListRows
          field={field}
          id={id}
          draft={draft as DraftOf['list']}
          onDraft={onDraft}
          timeZone={timeZone}
          renderField={(inner, value, onValue) => (
            <FormField
              {...props}
              key={inner.id}
              field={inner}
              id={id + inner.id.slice(field.id.length)}
              draft={value}
              onDraft={onValue}
              isAlone={field.bare}
            />
          )}
        />
      ) : (
        createElement(theirs ?? controlOf(field.kind, group), {
          field: field as never,
          id,
          draft: draft as never,
          onDraft,
          invalid: error !== undefined,
          labelledBy,
          describedBy,
        })
      )}
      {day !== undefined && (
        <p id={`${id}-day`} data-elicit="day" dir="auto">
          {day}
        </p>
      )}
      {counter && (
        <p id={`${id}-counter`} dir="auto" data-elicit="counter" data-state={counter.isOver ? 'over' : 'within'}>
          {counter.text}
        </p>
      )}
    </>
  );
  const part = {
    'data-elicit': 'field',
    'data-field': field.id,
    'data-kind': field.kind,
    'data-state': error === undefined ? 'valid' : 'invalid',
  };
  if (!group) {
    return (
      <div {...part}>
        {labelled && !namedBy && (
          <label id={`${id}-label`} htmlFor={id} data-elicit="label">
            {label}
          </label>
        )}
        {body}
      </div>
    );
  }
  const radios =
    field.kind === 'multi-select' || field.kind === 'list'
      ? {}
      : { role: 'radiogroup', 'aria-required': field.required, 'aria-invalid': error !== undefined || undefined };
  return (
    <fieldset id={id} {...part} {...radios} aria-labelledby={labelledBy} aria-describedby={describedBy}>
      {!namedBy && (
        <legend id={labelledBy} data-elicit="label">
          {label}
        </legend>
      )}
      {body}
    </fieldset>
  );
}

/** @param group - a yes or no shows both its answers */
function controlOf(kind: Field['kind'], group: boolean | undefined): ComponentType<FieldProps> {
  const boolean = group ? YesNoControl : TickControl;
  const chosen: { readonly [K in Field['kind']]?: ComponentType<never> } = {
    boolean,
    select: SelectControl,
    'multi-select': MultiSelectControl,
  };
  return (chosen[kind] ?? TextControl) as ComponentType<never> as ComponentType<FieldProps>;
}

/** The host's own control for a field. */
export function componentOf(field: Field, components: FieldComponents): ComponentType<FieldProps> | undefined {
  const properties: NonNullable<FieldComponents['properties']> = components.properties ?? {};
  if (Object.hasOwn(properties, field.name)) return properties[field.name];
  return components[field.kind] as ComponentType<FieldProps> | undefined;
}

function counterOf(words: FormWords, field: Field, draft: Draft): { text: string; isOver: boolean } | undefined {
  if (field.kind !== 'text' || typeof draft !== 'string') return undefined;
  const { maxLength } = field.limits;
  if (maxLength === undefined || maxLength > 100_000) return undefined;
  const length = lengthOf(draft);
  const isOver = length > maxLength;
  const { locale } = words;
  return { text: isOver ? words.overBy(length - maxLength, locale) : words.counter(length, maxLength, locale), isOver };
}

/** A complete date in words, or "". The weekday and the month's name show which number is the month. */
function dayText(date: string, locale: string): string {
  if (!isRealDate(date)) return '';
  return formatter('DateTimeFormat', locale, { dateStyle: 'full', timeZone: 'UTC' }).format(Date.parse(date));
}

function isRepeated(field: Field, draft: Draft, timeZone: string | undefined): boolean {
  if (field.kind !== 'date-time' || typeof draft !== 'string' || !timeZone) return false;
  const moment = momentOf(draft, timeZone);
  return typeof moment === 'object' && moment.repeated;
}

/** The zone's everyday name, such as "Central European Time". */
function zoneName(timeZone: string, locale: string): string {
  const parts = formatter('DateTimeFormat', locale, { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
