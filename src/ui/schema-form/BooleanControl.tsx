import type { ReactNode } from 'react';
import { ChoiceItem } from '../choice-list/ChoiceItem.tsx';
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
      <ChoiceItem
        choice={{ value: 'true', label: labelOf(field), description: field.description, reason: undefined }}
        kind="checkbox"
        name={id}
        checked={draft === true}
        onChoose={(_, on) => onDraft(on)}
        onKeyDown={ignore}
      />
    </div>
  );
}

const ignore = (): void => {};
