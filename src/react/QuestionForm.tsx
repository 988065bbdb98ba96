import { useMemo, type ReactNode } from 'react';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import { compileForm } from '../form/compile-form.ts';
import { asksForObject, asProperty } from '../form/normal-schema.ts';
import type { JsonObject } from '../protocol/json.ts';
import { openQuestionKey } from '../protocol/question-keys.ts';
import { plainText } from '../protocol/plain-text.ts';
import { useOwnParts } from '../ui/frame/useOwnParts.ts';
import { SchemaForm, type SchemaFormProps } from '../ui/schema-form/SchemaForm.tsx';
import type { FormHints } from '../ui/schema-form/hints.ts';
import { useFormFaults } from './useFormFaults.ts';

export interface QuestionFormProps extends Omit<SchemaFormProps, 'onRespond'> {
  /** The question. Its key names the only field if the answer is a single value. */
  asked?: ElicitRequest | undefined;
  onRespond: (content: unknown) => void;
}

/** A question's form, loaded only when needed. */
export function QuestionForm({ asked, ...props }: QuestionFormProps): ReactNode {
  const { schema, issues, answer, onRespond } = props;
  const name = asked?.key ?? '';
  const inObject = useMemo(() => fieldOf(schema, name), [schema, name]);
  const issuesOfField = useMemo(
    () => issues?.map((issue) => ({ ...issue, path: [name, ...issue.path] })),
    [issues, name],
  );
  const answerOfField = useMemo(() => (answer === undefined ? undefined : { [name]: answer }), [answer, name]);
  const form = useMemo(() => ('~standard' in schema ? undefined : compileForm(inObject ?? schema)), [inObject, schema]);
  useFormFaults(asked, props, form);
  // A short question is the title, and not said twice.
  const question = inObject && props.title === undefined ? titleOf(asked?.message) : undefined;
  useOwnParts({ message: question !== undefined });
  const said =
    asked?.inWords === undefined ? undefined : (
      <p data-elicit="message" dir="auto">
        {plainText(asked.inWords, 8000)}
      </p>
    );
  if (inObject === undefined) {
    return (
      <>
        {said}
        <SchemaForm {...props} />
      </>
    );
  }
  const isTitled = 'title' in schema || !(asked?.plain ?? name.startsWith(openQuestionKey));
  return (
    <>
      {said}
      <SchemaForm
        {...props}
        title={question ?? props.title}
        message={question === undefined ? props.message : undefined}
        hints={props.hints ?? (isTitled ? undefined : unnamed(name))}
        schema={inObject}
        issues={issuesOfField}
        answer={answerOfField}
        onRespond={(content) => onRespond(content[name])}
      />
    </>
  );
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

/** Wrap a single value's schema in an object with this one property. Undefined for any other schema. */
function fieldOf(schema: SchemaFormProps['schema'], name: string): { type: 'object' } | undefined {
  if ('~standard' in schema || asksForObject(schema)) return undefined;
  const inObject = asProperty(schema as JsonObject, name);
  return compileForm(inObject).refusals.length === 0 ? inObject : undefined;
}
