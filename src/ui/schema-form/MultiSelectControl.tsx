import type { ReactNode } from 'react';
import type { FieldProps } from './field-props.ts';
import { OptionRows } from './OptionRows.tsx';
import { optionLabel } from '../../form/texts.ts';
import { useFormWords } from './useFormWords.ts';

/** Several options to choose any number of, each with a checkbox. */
export function MultiSelectControl({ field, id, draft, onDraft }: FieldProps<'multi-select'>): ReactNode {
  const words = useFormWords();
  return (
    <OptionRows
      id={id}
      kind="checkbox"
      options={field.options.map((option) => ({ ...option, label: optionLabel(words, option) }))}
      chosen={draft}
      onChoose={(index, on) => onDraft(on ? [...draft, index] : draft.filter((one) => one !== index))}
    />
  );
}
