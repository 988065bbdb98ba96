import type { ReactNode } from 'react';
import type { FieldProps } from './field-props.ts';
import { isGroup } from './field-shape.ts';
import { RadioRows } from './RadioRows.tsx';
import { optionLabel } from './texts.ts';
import { words } from './words.ts';

/** One of several options: in view while they are few, in a list that opens when they are many. */
export function SelectControl({ field, id, draft, onDraft, invalid, describedBy }: FieldProps<'select'>): ReactNode {
  const labels = field.options.map(optionLabel);
  if (isGroup(field)) {
    return (
      <RadioRows
        id={id}
        labels={labels}
        descriptions={field.options.map(({ description }) => description)}
        chosen={draft}
        onChoose={onDraft}
        clearable={!field.required}
      />
    );
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
      {labels.map((label, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <option key={index} value={index}>
          {label}
        </option>
      ))}
    </select>
  );
}
