import type { ReactNode } from 'react';
import type { FieldProps } from './field-props.ts';
import type { FieldKind } from '../../form/field.ts';

type TextKind = 'text' | 'email' | 'uri' | 'date' | 'date-time' | 'number' | 'integer' | 'json';

/** A native control for typed answers. Numbers use a text input, because a native number input rewrites them. */
export function TextControl({
  field,
  id,
  draft,
  onDraft,
  invalid,
  labelledBy,
  describedBy,
}: FieldProps<TextKind>): ReactNode {
  const shared = {
    id,
    value: draft,
    // Belongs to no form, so a form of the host around the card neither validates nor submits it.
    form: '',
    dir: field.kind === 'text' ? ('auto' as const) : undefined,
    autoComplete: 'off',
    'aria-labelledby': labelledBy,
    'aria-required': field.required || undefined,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
  };
  if (field.kind === 'json' || (field.kind === 'text' && field.multiline)) {
    return <textarea data-elicit="" {...shared} rows={4} onChange={({ target }) => onDraft(target.value)} />;
  }
  return (
    <input
      data-elicit=""
      {...shared}
      {...attributes[field.kind]}
      step={field.kind === 'date-time' && draft.length > 16 ? 1 : undefined}
      onChange={({ target }) => onDraft(target.value)}
    />
  );
}

const attributes: Readonly<Record<Exclude<TextKind & FieldKind, 'json'>, object>> = {
  text: { type: 'text' },
  email: { type: 'email', autoCapitalize: 'none', spellCheck: false },
  uri: { type: 'url', autoCapitalize: 'none', spellCheck: false },
  date: { type: 'date', max: '9999-12-31' },
  'date-time': { type: 'datetime-local', max: '9999-12-31T23:59' },
  number: { type: 'text', inputMode: 'decimal' },
  integer: { type: 'text', inputMode: 'numeric' },
};
