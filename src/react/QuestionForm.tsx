import { useMemo, type ReactNode } from 'react';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import { compileForm } from '../ui/schema-form/model/compile-form.ts';
import { SchemaForm, type SchemaFormProps } from '../ui/schema-form/SchemaForm.tsx';
import { useUnknownNames } from './useUnknownNames.ts';

export interface QuestionFormProps extends Omit<SchemaFormProps, 'onRespond'> {
  /** The question, where a host says something of its fields. */
  asked?: ElicitRequest | undefined;
  /**
   * The question's key: what its one field is called where the answer is a single value.
   *
   * @default that of `asked`
   */
  name?: string | undefined;
  onRespond: (content: unknown) => void;
}

/** The form of a question, which pages without such questions do not load. */
export function QuestionForm({ asked, name = asked?.key ?? '', ...props }: QuestionFormProps): ReactNode {
  const { schema, issues, onRespond } = props;
  useUnknownNames(asked, props);
  const inObject = useMemo(() => fieldOf(schema, name), [schema, name]);
  const issuesOfField = useMemo(
    () => issues?.map((issue) => ({ ...issue, path: [name, ...issue.path] })),
    [issues, name],
  );
  if (inObject === undefined) return <SchemaForm {...props} />;
  return (
    <SchemaForm {...props} schema={inObject} issues={issuesOfField} onRespond={(content) => onRespond(content[name])} />
  );
}

/** The schema of a single value as that of an object with this one property; undefined for any other schema. */
function fieldOf(schema: SchemaFormProps['schema'], name: string): { type: 'object' } | undefined {
  if ('~standard' in schema || schema.type === 'object') return undefined;
  const inObject = { type: 'object', properties: { [name]: schema }, required: [name] } as const;
  return compileForm(inObject).refusals.length === 0 ? inObject : undefined;
}
