import type { ReactNode } from 'react';
import { ChoiceRow } from '../parts/ChoiceRow.tsx';
import type { FieldProps } from './field-props.ts';
import { labelOf } from './texts.ts';
import { RadioRows } from './RadioRows.tsx';
import { words } from './words.ts';

/** A box to tick; Yes and No where an answer may also be missing. */
export function BooleanControl({ field, id, draft, onDraft }: FieldProps<'boolean'>): ReactNode {
  if (field.start === null) {
    return (
      <RadioRows
        id={id}
        labels={[words.yes, words.no]}
        chosen={draft === null ? null : draft ? 0 : 1}
        onChoose={(index) => onDraft(index === null ? null : index === 0)}
        clearable
      />
    );
  }
  return (
    <div data-part="choices">
      <ChoiceRow
        choice={{ value: 'true', label: labelOf(field), description: field.description, reason: undefined }}
        kind="checkbox"
        name={id}
        checked={draft === true}
        onChoose={(on) => onDraft(on)}
      />
    </div>
  );
}
