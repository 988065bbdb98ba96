import { useRef, type ReactNode } from 'react';
import { ChoiceRow } from '../parts/ChoiceRow.tsx';
import { useFormWords } from './useFormWords.ts';

interface RadioRowsProps {
  id: string;
  options: readonly { label: string; description?: string | undefined }[];
  chosen: number | null;
  onChoose: (index: number | null) => void;
  /** An answer can be taken back. */
  clearable: boolean;
}

/** A few options, all in view. */
export function RadioRows({ id, options, chosen, onChoose, clearable }: RadioRowsProps): ReactNode {
  const { clear } = useFormWords();
  const rows = useRef<HTMLDivElement>(null);
  return (
    <div ref={rows} data-part="choices">
      {options.map(({ label, description }, index) => (
        <ChoiceRow
          // Two options may have the same label, and none ever changes places.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          choice={{ value: String(index), label, description, reason: undefined }}
          kind="radio"
          name={id}
          checked={chosen === index}
          onChoose={() => onChoose(index)}
        />
      ))}
      {clearable && chosen !== null && (
        <button
          type="button"
          data-part="clear"
          onClick={() => {
            // The button goes, and would take the focus along.
            rows.current?.querySelector('input')?.focus();
            onChoose(null);
          }}
        >
          {clear}
        </button>
      )}
    </div>
  );
}
