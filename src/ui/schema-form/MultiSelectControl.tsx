import type { ReactNode } from 'react';
import { ChoiceRow } from '../parts/ChoiceRow.tsx';
import type { FieldProps } from './field-props.ts';
import { optionLabel } from './texts.ts';
import { useFormWords } from './useFormWords.ts';

/** Any of several options, a box for each. */
export function MultiSelectControl({ field, id, draft, onDraft }: FieldProps<'multi-select'>): ReactNode {
  const words = useFormWords();
  return (
    <div data-part="choices">
      {field.options.map((option, index) => (
        <ChoiceRow
          // Two options may have the same label, and none ever changes places.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          choice={{
            value: String(index),
            label: optionLabel(words, option),
            description: option.description,
            reason: undefined,
          }}
          kind="checkbox"
          name={id}
          checked={draft.includes(index)}
          onChoose={(on) => onDraft(on ? [...draft, index] : draft.filter((one) => one !== index))}
        />
      ))}
    </div>
  );
}
