import type { ReactNode } from 'react';

/** The words under a field's label. A hint that comes twice is shown once. */
export function FieldHints({ id, hints }: { id: string; hints: readonly string[] }): ReactNode {
  if (hints.length === 0) return null;
  return (
    <div id={id} data-elicit="hint">
      {[...new Set(hints)].map((hint) => (
        <p data-elicit="" key={hint}>
          <bdi data-elicit="">{hint} </bdi>
        </p>
      ))}
    </div>
  );
}

/** The reason that a field's entry cannot be taken. */
export function FieldError({ id, error }: { id: string; error: string | undefined }): ReactNode {
  if (error === undefined) return null;
  return (
    <p id={id} data-elicit="error">
      <bdi data-elicit="">{error}</bdi>
    </p>
  );
}

/** Follows the label of a field that may stay empty. */
export function OptionalMark({ text }: { text: string }): ReactNode {
  return <span data-elicit="optional"> {text}</span>;
}
