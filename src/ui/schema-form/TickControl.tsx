import type { ReactNode } from 'react';
import { ChoiceRow } from '../parts/ChoiceRow.tsx';
import type { FieldProps } from './field-props.ts';
import { labelOf } from '../../form/texts.ts';
import { useFormWords } from './useFormWords.ts';

/** A checkbox among other fields. */
export function TickControl({ field, id, draft, onDraft, invalid, describedBy }: FieldProps<'boolean'>): ReactNode {
  const label = labelOf(useFormWords(), field);
  return (
    <div id={id} data-elicit="choices">
      <ChoiceRow
        choice={{ value: 'true', label, description: field.description, reason: undefined }}
        kind="checkbox"
        name={id}
        checked={draft === true}
        onChoose={onDraft}
        invalid={invalid}
        describedBy={describedBy}
      />
    </div>
  );
}
