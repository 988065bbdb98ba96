import type { ReactNode } from 'react';
import type { FieldProps } from './field-props.ts';
import { isGroup } from './field-shape.ts';
import { RadioRows } from './RadioRows.tsx';
import { optionLabel } from './texts.ts';
import { useFormWords } from './useFormWords.ts';

/** One of several options: in view while they are few, in a list that opens when they are many. */
export function SelectControl({ field, id, draft, onDraft, invalid, describedBy }: FieldProps<'select'>): ReactNode {
  const words = useFormWords();
  const options = field.options.map((option) => ({ ...option, label: optionLabel(words, option) }));
  if (isGroup(field, false)) {
    return <RadioRows id={id} options={options} chosen={draft} onChoose={onDraft} clearable={!field.required} />;
  }
  return (
    <select
      id={id}
      value={draft ?? ''}
      aria-required={field.required || undefined}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={({ target }) => onDraft(target.value === '' ? null : Number(target.value))}
    >
      <option value="">{field.required ? words.choose : words.none}</option>
      {options.map(({ label }, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <option key={index} value={index}>
          {label}
        </option>
      ))}
    </select>
  );
}
