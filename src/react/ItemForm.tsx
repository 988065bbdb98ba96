import type { ReactNode } from 'react';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import { SchemaForm, type SchemaFormProps } from '../ui/schema-form/SchemaForm.tsx';
import { useUnknownNames } from './useUnknownNames.ts';
import { useWaysOut } from './ways-out.ts';

export interface ItemFormProps extends SchemaFormProps {
  /** The question, where a host says something of its fields. */
  asked?: ElicitRequest | undefined;
}

/** The form of a question. It keeps the ways out of the card in view, however long it is. */
export function ItemForm({ asked, ...props }: ItemFormProps): ReactNode {
  const ways = useWaysOut();
  useUnknownNames(asked, props);
  return <SchemaForm {...props} onDecline={ways?.onDecline} onCancel={ways?.onCancel} />;
}
