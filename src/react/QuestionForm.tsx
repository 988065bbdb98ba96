import { useMemo, type ReactNode } from 'react';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import { compileForm } from '../form/compile-form.ts';
import { SchemaForm, type SchemaFormProps } from '../ui/schema-form/SchemaForm.tsx';
import { useFormFaults } from './useFormFaults.ts';

export interface QuestionFormProps extends Omit<SchemaFormProps, 'onRespond'> {
  /** The question. Its key names the only field if the answer is a single value. */
  asked?: ElicitRequest | undefined;
  onRespond: (content: unknown) => void;
}

/** A question's form, loaded only when needed. */
export function QuestionForm({ asked, ...props }: QuestionFormProps): ReactNode {
  const { schema, issues, onRespond } = props;
  const name = asked?.key ?? '';
  const inObject = useMemo(() => fieldOf(schema, name), [schema, name]);
  const issuesOfField = useMemo(
    () => issues?.map((issue) => ({ ...issue, path: [name, ...issue.path] })),
    [issues, name],
  );
  const refusals = useMemo(
    () => ('~standard' in schema ? [] : compileForm(inObject ?? schema).refusals),
    [inObject, schema],
  );
  useFormFaults(asked, props, refusals);
  if (inObject === undefined) return <SchemaForm {...props} />;
  return (
    <SchemaForm {...props} schema={inObject} issues={issuesOfField} onRespond={(content) => onRespond(content[name])} />
  );
}

/** Wrap a single value's schema in an object with this one property. Undefined for any other schema. */
function fieldOf(schema: SchemaFormProps['schema'], name: string): { type: 'object' } | undefined {
  if ('~standard' in schema || schema.type === 'object') return undefined;
  const inObject = { type: 'object', properties: { [name]: schema }, required: [name] } as const;
  return compileForm(inObject).refusals.length === 0 ? inObject : undefined;
}
