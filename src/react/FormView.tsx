import { createElement, type ReactNode } from 'react';
import type { SchemaFormProps } from '../ui/schema-form/SchemaForm.tsx';
import { formWords } from './form-words.ts';
import { schemaFormLoader } from './load-forms.ts';
import { useLoaded } from './useLoaded.ts';

/** The form of a question in its card, loaded when there is one. The card has the ways out. */
export function FormView({ onDecline: _decline, onCancel: _cancel, ...props }: SchemaFormProps): ReactNode {
  const SchemaForm = useLoaded(schemaFormLoader);
  return SchemaForm ? createElement(SchemaForm, props) : <p data-part="elicit-loading">{formWords.loading}</p>;
}
