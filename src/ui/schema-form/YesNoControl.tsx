import type { ReactNode } from 'react';
import type { FieldProps } from './field-props.ts';
import { RadioRows } from './RadioRows.tsx';
import { useFormWords } from './useFormWords.ts';

/** Yes and No: where an answer may also be missing, or nothing else is asked. */
export function YesNoControl({ field, id, draft, onDraft }: FieldProps<'boolean'>): ReactNode {
  const { yes, no } = useFormWords();
  return (
    <RadioRows
      id={id}
      options={[{ label: yes }, { label: no }]}
      chosen={draft === null ? null : draft ? 0 : 1}
      onChoose={(index) => onDraft(index === null ? null : index === 0)}
      clearable={field.start === null}
    />
  );
}
