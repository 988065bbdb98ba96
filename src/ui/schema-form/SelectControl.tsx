import type { ReactNode } from 'react';
import { grouped } from '../../base/grouped.ts';
import type { FieldProps } from './field-props.ts';
import { isGroup } from './field-shape.ts';
import { OptionRows } from './OptionRows.tsx';
import { optionLabel } from '../../form/texts.ts';
import { useFormWords } from './useFormWords.ts';

/** One of several options: a few as rows, up to 15 as a dropdown, more as rows with a search. */
export function SelectControl({
  field,
  id,
  draft,
  onDraft,
  invalid,
  labelledBy,
  describedBy,
}: FieldProps<'select'>): ReactNode {
  const words = useFormWords();
  const options = field.options.map((option) => ({ ...option, label: optionLabel(words, option) }));
  if (isGroup(field, false)) {
    return (
      <OptionRows
        id={id}
        kind="radio"
        options={options}
        chosen={draft === null ? [] : [draft]}
        onChoose={onDraft}
        onClear={field.required ? undefined : () => onDraft(null)}
      />
    );
  }
  return (
    <select
      data-elicit=""
      id={id}
      value={draft ?? ''}
      aria-labelledby={labelledBy}
      aria-required={field.required || undefined}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={({ target }) => onDraft(target.value === '' ? null : Number(target.value))}
    >
      <option value="">{field.required ? words.choose : words.none}</option>
      {grouped(options.map((option, index) => ({ ...option, index }))).map(({ group, members }) =>
        group === undefined ? (
          members.map(({ index, label }) => drawOption(index, label))
        ) : (
          <optgroup key={group} label={group}>
            {members.map(({ index, label }) =>
              drawOption(index, label.startsWith(`${group}: `) ? label.slice(group.length + 2) : label),
            )}
          </optgroup>
        ),
      )}
    </select>
  );
}

const drawOption = (index: number, label: string): ReactNode => (
  <option key={index} value={index}>
    {label}
  </option>
);
