import type { ReactNode } from 'react';
import type { FieldProps } from './field-props.ts';
import { OptionRows } from './OptionRows.tsx';
import { useFormWords } from './useFormWords.ts';

/** Yes and No, for a question that may stay unanswered or is the only one. */
export function YesNoControl({ field, id, draft, onDraft }: FieldProps<'boolean'>): ReactNode {
  const { yes, no } = useFormWords();
  return (
    <OptionRows
      id={id}
      kind="radio"
      options={[{ label: yes }, { label: no }]}
      chosen={draft === null ? [] : [draft ? 0 : 1]}
      onChoose={(index) => onDraft(index === 0)}
      onClear={field.start === null ? () => onDraft(null) : undefined}
    />
  );
}
