import { useEffect, useId, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { JsonObject } from '../../protocol/json.ts';
import { useOwnParts } from '../frame/useOwnParts.ts';
import { useOwnWords } from '../language/language-context.ts';
import { AnswerCard, type AnswerCardOptions } from '../parts/AnswerCard.tsx';
import { CardHeader } from '../parts/CardHeader.tsx';
import { focusedNear } from '../parts/focused-near.ts';
import { Glyph, question, warning } from '../parts/Glyph.tsx';
import { list } from '../parts/glyph-paths.ts';
import { keyOf } from '../parts/key-of.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import type { FieldComponents } from './field-props.ts';
import { isGroup, isSearched } from './field-shape.ts';
import { componentOf, FormField } from './FormField.tsx';
import { inGroups } from '../../form/places.ts';
import { FieldGroup } from './FieldGroup.tsx';
import { FormFooter } from './FormFooter.tsx';
import { hintedForm, type FormHints } from './hints.ts';
import type { CompiledForm } from '../../form/compile-form.ts';
import type { SchemaFormDraft } from '../../form/draft.ts';
import { wordsIn } from '../../form/short-text.ts';
import { checkOf, isStandardSchema, type FormCheck, jsonSchemaOf, type FormStandardSchema } from './standard-schema.ts';
import { omittedText } from '../../form/texts.ts';
import { useSchemaForm } from './useSchemaForm.ts';
import { useTimeZone } from './useTimeZone.ts';
import { words as english } from '../../form/words.ts';

/** Props of `SchemaForm`. */
export interface SchemaFormProps extends AnswerCardOptions {
  /**
   * The question: JSON Schema as in MCP's elicitation, or a Standard Schema that can convert itself to one, such as a
   * zod object. A Standard Schema also checks the answer.
   */
  schema: JsonObject | FormStandardSchema;
  /**
   * The title of the form.
   *
   * @default the schema's title, or "Please fill this in"
   */
  title?: string | undefined;
  /**
   * The label of the submit button.
   *
   * @default "Send", or "Confirm" if the form asks for a yes or no, one of a few options, or nothing
   */
  submitLabel?: string | undefined;
  /** Checks an answer before it is sent, after the form and the schema found nothing wrong. */
  validate?: FormCheck | undefined;
  /** Your own controls. */
  fields?: FieldComponents | undefined;
  /** Your own labels, descriptions and order. */
  hints?: FormHints | undefined;
  /** Called with the answer, in the input shape of the schema. */
  onRespond: (content: JsonObject) => void;
  /**
   * Called by the Skip button. Defaults to that of the `ElicitCard` around the form; without either there is no button.
   */
  onDecline?: (() => void) | undefined;
  /** A `SchemaFormDraft` to start with. Entries that do not fit are ignored. */
  draft?: unknown;
  /**
   * An answer to start with, in the input shape of the schema, in place of the schema's defaults. What does not fit is
   * left out. `draft` wins where it has an entry. Fields for secrets say that they have to be entered again.
   */
  answer?: unknown;
  /** Called with the entries after each change. Secrets are left out. */
  onDraftChange?: ((draft: SchemaFormDraft) => void) | undefined;
  /**
   * The time zone of the dates and times that are entered, such as `Europe/Berlin`.
   *
   * @default the browser's own
   */
  timeZone?: string | undefined;
  /** Class of the card. */
  className?: string | undefined;
}

/** Asks a person for the data that a JSON Schema describes. */
export function SchemaForm({
  schema,
  title,
  submitLabel,
  validate,
  fields: components = {},
  hints,
  onRespond,
  onDecline,
  draft,
  answer,
  onDraftChange,
  timeZone,
  issues,
  message,
  state,
  className,
  headingLevel,
  locale,
  messages,
}: SchemaFormProps): ReactNode {
  const id = useId();
  const { language, words } = useOwnWords({ locale, messages }, 'schemaForm', english);
  const form = useRef<HTMLDivElement>(null);
  const zone = useTimeZone(timeZone);
  const json = useMemo(() => (isStandardSchema(schema) ? jsonSchemaOf(schema) : schema), [schema]);
  const compiled = useMemo(
    () => answerForm(hintedForm(json, answer, hints), words.answer),
    [json, answer, hints, words.answer],
  );
  const { fields, refusals } = compiled;
  const omitted = [...compiled.omitted, ...fields.flatMap((field) => (field.kind === 'list' ? field.omitted : []))];
  const held = useSchemaForm({
    fields,
    timeZone: zone ?? 'UTC',
    words,
    issues,
    checks: [isStandardSchema(schema) ? checkOf(schema) : undefined, validate],
    draft,
    onDraftChange,
    onRespond,
  });
  // Leave issues out of the frame: the form shows each at its field.
  useOwnParts({ issues: true });
  const errors = held.places.flatMap(({ id: place, item }) => {
    const text = held.errors.get(place);
    return text === undefined ? [] : [{ id: place, target: `${id}-${place}`, text: item ? `${item}: ${text}` : text }];
  });
  const firstWrong = errors[0]?.id;

  const go = (fieldId: string) => focusField(form.current, fieldId);
  useEffect(() => {
    if (held.turn > 0) focusField(form.current, firstWrong);
    // Run only after a submit, not whenever another error becomes the first.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [held.turn]);
  useEffect(() => {
    const isHere = form.current?.contains(form.current && focusedNear(form.current));
    if (issues?.length && isHere) focusField(form.current, firstWrong);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [issues]);

  const submit = () => {
    if (state !== 'sending') held.submit(unreadableIn(form.current));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (keyOf(event) !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    // Keep a form around the card from being submitted.
    event.preventDefault();
    submit();
  };

  const isRefused = refusals.length > 0;
  const [only] = fields;
  const isAlone = fields.length === 1;
  const ownTitle = wordsIn(title, 120) ?? wordsIn(json?.['title'], 120);
  // The question, shown as the title, names its only field, too.
  const isNamed = only?.label === words.answer && only.kind !== 'list' && ownTitle && !componentOf(only, components);
  // A single question with every answer in view takes one click and a confirm.
  const isQuick =
    only &&
    isAlone &&
    only.kind !== 'multi-select' &&
    only.kind !== 'list' &&
    isGroup(only, true) &&
    !(only.kind === 'select' && isSearched(only.options.length)) &&
    !componentOf(only, components);
  const isConfirmation = !isRefused && (!only || isQuick);
  const own = isQuick ? words.chooseTitle : isConfirmation ? words.confirmTitle : words.title;
  const commit = wordsIn(submitLabel, 60) ?? (isConfirmation ? words.confirm : words.send);
  return (
    <AnswerCard
      message={message}
      state={state}
      className={className}
      headingLevel={headingLevel}
      issues={held.issues}
      component="schema-form"
      said={held.checking ? { text: words.checking, shown: 'note' } : held.said}
      words={words}
      language={language}
    >
      <legend id={`${id}-title`} data-elicit="header">
        <CardHeader
          title={isRefused ? words.refusedTitle : (ownTitle ?? own)}
          asks={!isRefused && ownTitle === undefined}
          icon={
            <Glyph path={isRefused ? warning : isConfirmation || (isAlone && title !== undefined) ? question : list} />
          }
        />
      </legend>
      {/* Not a `<form>`: the host may have one around the card. The key events come from the controls inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={form} data-elicit="form" onKeyDown={onKeyDown}>
        {isRefused ? (
          <p data-elicit="refusal" dir="auto">
            {words.refused}
          </p>
        ) : (
          <>
            {errors.length > 1 && <ErrorSummary errors={errors} onGo={go} />}
            {fields.length > 0 && (
              <div data-elicit="fields">
                {inGroups(fields).map((own) => (
                  <FieldGroup key={own[0]?.id} group={own[0]?.group} id={id}>
                    {own.map((field) => (
                      <FormField
                        key={field.id}
                        field={field}
                        id={`${id}-${field.id}`}
                        draft={zone === undefined && field.kind === 'date-time' ? '' : held.draftOf(field)}
                        onDraft={(value, said) => held.change(field, value, said)}
                        errors={held.errors}
                        timeZone={zone}
                        isAlone={isAlone}
                        isAgain={answer !== undefined}
                        namedBy={isNamed ? `${id}-title` : undefined}
                        components={components}
                      />
                    ))}
                  </FieldGroup>
                ))}
              </div>
            )}
            {omitted.length > 0 && (
              <p data-elicit="note">
                <bdi data-elicit="">{omittedText(words, omitted)}</bdi>
              </p>
            )}
          </>
        )}
        <FormFooter
          commit={isRefused ? undefined : commit}
          errors={isAlone ? 0 : errors.length}
          onCommit={submit}
          onDecline={onDecline}
        />
      </div>
    </AnswerCard>
  );
}

/** Name the only field of an unnamed answer, for its errors. */
function answerForm(form: CompiledForm, label: string): CompiledForm {
  const [only] = form.fields;
  return only?.label === '' && form.fields.length === 1 ? { ...form, fields: [{ ...only, label }] } : form;
}

function focusField(form: HTMLElement | null, fieldId: string | undefined): void {
  const field = form?.querySelector(`[data-field="${fieldId}"]`);
  // If the error is the list's own, focus the button that adds an item.
  const add = field?.querySelector<HTMLElement>(':scope > [data-elicit=entries] > [data-elicit=add]:enabled');
  (add ?? field?.querySelector<HTMLElement>('input, select, textarea, button, [tabindex]'))?.focus();
}

/** The fields with a half-entered date. Such an input has no value and fires no event: only its validity shows it. */
function unreadableIn(form: HTMLElement | null): ReadonlySet<string> {
  const inputs = [...(form?.querySelectorAll('input') ?? [])].filter((input) => input.validity.badInput);
  return new Set(inputs.flatMap((input) => input.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? []));
}
