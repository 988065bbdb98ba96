import type { ReactNode } from 'react';
import type { FieldGroup as Group } from '../../form/field.ts';
import { FieldHints, OptionalMark } from '../kit/field-words.tsx';
import { useFormWords } from './useFormWords.ts';

interface FieldGroupProps {
  /** The object in the answer that the fields are part of. */
  group: Group | undefined;
  /** The form's id. */
  id: string;
  children: ReactNode;
}

/** Fields that belong together, under one legend. */
export function FieldGroup({ group, id, children }: FieldGroupProps): ReactNode {
  const { optional } = useFormWords();
  if (!group) return children;
  const { label, description, required, neededIn } = group;
  const hintId = `${id}-${group.id}-group`;
  return (
    <fieldset data-elicit="entry" aria-describedby={description && hintId}>
      <legend data-elicit="label">
        <bdi data-elicit="">{label}</bdi>
        {!required && !neededIn && <OptionalMark text={optional} />}
      </legend>
      {description && <FieldHints id={hintId} hints={[description]} />}
      {children}
    </fieldset>
  );
}
