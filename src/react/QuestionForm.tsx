import { useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { ClientError } from '../client/client-error.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import { answerSummary } from '../form/answer-summary.ts';
import { compileForm, type CompiledForm } from '../form/compile-form.ts';
import { asObject } from '../form/normal-schema.ts';
import { problemText } from '../form/problem.ts';
import { openQuestionKey } from '../protocol/question-keys.ts';
import { mostInWords } from '../protocol/in-words.ts';
import { plainText } from '../protocol/plain-text.ts';
import type { ReceiptWords } from '../protocol/receipt.ts';
import { useOwnParts } from '../ui/frame/useOwnParts.ts';
import { SchemaForm, type SchemaFormProps } from '../ui/schema-form/SchemaForm.tsx';
import type { FormHints } from '../ui/schema-form/hints.ts';
import { useFormWords } from '../ui/schema-form/useFormWords.ts';
import { isStandardSchema } from '../ui/schema-form/standard-schema.ts';
import { SessionContext } from './session-context.ts';

export interface QuestionFormProps extends Omit<SchemaFormProps, 'onRespond'> {
  /** The question. Its key names the only field if the answer is a single value. */
  asked?: ElicitRequest | undefined;
  /** @param words - what was entered, if it can be said */
  onRespond: (content: unknown, words?: ReceiptWords) => void;
}

/** A question's form, loaded only when needed. */
export function QuestionForm({ asked, ...props }: QuestionFormProps): ReactNode {
  const { schema, issues, onRespond } = props;
  const [begun] = useState(() => answerIn(props.draft));
  const { answer = begun } = props;
  const name = asked?.key ?? '';
  const { form, bare, put, take, schema: shown } = useMemo(() => compiled(schema, name), [schema, name]);
  const ofField = useMemo(() => {
    const at = issues?.map((issue) => ({ ...issue, path: [name, ...issue.path] }));
    return bare && { schema: shown, issues: at, answer: answer === undefined ? undefined : put(answer) };
  }, [bare, shown, issues, answer, put, name]);
  useFormFaults(asked, props, form);
  const words = useFormWords();
  const respond = (given: unknown) => {
    const title = isStandardSchema(schema) ? undefined : answerSummary(schema, given, words);
    onRespond(given, title === undefined ? undefined : { title });
  };
  // A short question is the title, and not said twice.
  const question = bare && props.title === undefined ? titleOf(asked?.message) : undefined;
  useOwnParts({ message: question !== undefined });
  const said =
    asked?.inWords === undefined ? undefined : (
      <p data-elicit="message" dir="auto">
        {plainText(asked.inWords, mostInWords)}
      </p>
    );
  const isTitled = !bare || 'title' in schema || !(asked?.plain ?? name.startsWith(openQuestionKey));
  return (
    <>
      {said}
      <SchemaForm
        {...props}
        answer={answer}
        {...ofField}
        title={question || props.title}
        message={question ? undefined : props.message}
        hints={props.hints ?? (isTitled ? undefined : unnamed(name))}
        onRespond={(content) => respond(take(content))}
      />
    </>
  );
}

/** The earlier answer that stands in place of a form's draft, which is a list. */
function answerIn(draft: unknown): unknown {
  return Array.isArray(draft) ? undefined : draft;
}

/** A message that is short enough for a title. */
function titleOf(message = ''): string | undefined {
  const text = plainText(message);
  return text === '' || text.length > 120 || text.includes('\n') ? undefined : text;
}

/** Leave a field without the label that its name would be. */
function unnamed(name: string): FormHints {
  return { properties: { [name]: { label: '' } } };
}

/** The form of an answer. What no field of its own can hold is asked for as JSON. */
function compiled(schema: SchemaFormProps['schema'], name: string) {
  const whole = { bare: false, schema, put: same, take: same };
  if (isStandardSchema(schema)) return { ...whole, form: undefined };
  const answer = asObject(schema, name);
  const form = compileForm(answer.schema);
  return form.refusals.length > 0 && answer.bare ? { ...whole, form: compileForm(schema) } : { ...answer, form };
}

const same = (content: unknown) => content;

/** Tells the host about form faults: a value the form cannot ask for, or an issue of a property that does not exist. */
function useFormFaults(
  asked: ElicitRequest | undefined,
  { hints, fields }: Pick<SchemaFormProps, 'hints' | 'fields'>,
  form: CompiledForm | undefined,
): void {
  const report = useContext(SessionContext)?.client.report;
  const told = useRef('');
  const { fields: asks = [], omitted = [], refusals = [] } = form ?? {};
  const known = new Set([...omitted.map(({ name }) => name), ...asks.flatMap(({ name, path }) => [name, path[0]])]);
  const named = [...(hints?.order ?? []), ...Object.keys({ ...hints?.properties, ...fields?.properties })];
  const strange = [...new Set(named)].filter((name) => !known.has(name));
  const unknown = strange.map((name) => JSON.stringify(name)).join(', ');
  const refused = problemText(refusals);
  useEffect(() => {
    const faults = `${unknown}|${refused}`;
    if (asked === undefined || report === undefined || faults === '|' || faults === told.current) return;
    told.current = faults;
    const { toolName, key, elicitId } = asked;
    const question = `${toolName}.${key}`;
    if (unknown !== '') {
      const what = `schemaForm for ${question}: the answer has no property ${unknown}, so what you say of it is ignored.`;
      const next = 'Use a name of the schema of the answer.';
      report(new ClientError('FIELD_UNKNOWN', `${what} ${next}`, { elicitId }));
    }
    if (refused !== '') {
      const what = `No form can ask ${question}: ${refused}. The person can only decline or cancel.`;
      const next =
        'Change the schema of the answer, or write a component of your own for the plugin: answerWith(Component).';
      report(new ClientError('FORM_UNSUPPORTED', `${what} ${next}`, { elicitId }));
    }
  }, [asked, report, unknown, refused]);
}
