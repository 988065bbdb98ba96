import { useMemo, type ReactNode } from 'react';
import type { Spoken } from '../../words/word-for.ts';
import type { SchemaForm } from '../schema-form/SchemaForm.tsx';
import type { ReviewCallDraft, ReviewCallProps } from './ReviewCall.tsx';
import type { ReviewCallMessages } from './words.ts';

/** The form, which loads when it is needed. */
export type FormComponent = typeof SchemaForm;

interface CallFormProps extends Omit<ReviewCallProps, 'draft'> {
  Form: FormComponent;
  draft: ReviewCallDraft;
  onChange: (draft: Partial<ReviewCallDraft>) => void;
  words: Spoken<ReviewCallMessages>;
}

/** A call's arguments as a form. Sending it allows the call with what it holds. */
export function CallForm({ Form, words, draft, onChange, onRespond, ...props }: CallFormProps): ReactNode {
  const { messages, issues = [] } = props;
  const own = useMemo(
    () => ({ ...messages, schemaForm: { ...messages?.schemaForm, decline: words.back } }),
    [messages, words.back],
  );
  // The question nests the arguments in its answer.
  const inForm = useMemo(
    () => issues.map(({ path, message }) => ({ path: path[0] === 'params' ? path.slice(1) : path, message })),
    [issues],
  );
  return (
    <Form
      schema={props.parameters}
      answer={props.arguments}
      title={words.editTitle}
      submitLabel={words.approveChanged}
      issues={inForm}
      state={props.state}
      className={props.className}
      headingLevel={props.headingLevel}
      locale={props.locale}
      messages={own}
      draft={draft.form}
      onDraftChange={(form) => onChange({ form })}
      onDecline={() => onChange({ step: 'review' })}
      onRespond={(params) => onRespond({ approved: true, params })}
    />
  );
}
