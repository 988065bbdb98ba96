import { useEffect, useRef, type ReactNode } from 'react';
import { useChoiceList } from '../choice-list/choice-list-context.ts';
import type { ShownChoice } from '../choice-list/shown-choice.ts';

/** Chooses all of these rows, or none of them. It is half on while some are chosen. */
export function SelectAll({ label, rows }: { label: string; rows: readonly ShownChoice[] }): ReactNode {
  const { chosen, choose, onKeyDown } = useChoiceList('Items');
  const box = useRef<HTMLInputElement>(null);
  const count = rows.filter((row) => chosen.includes(row)).length;
  const isAll = count === rows.length;
  const [first = '', ...more] = rows.map(({ value }) => value);
  useEffect(() => {
    // React has no prop for it.
    if (box.current) box.current.indeterminate = count > 0 && !isAll;
  }, [count, isAll]);
  return (
    // Wider than its box, for fingers. Rows can be pressed anywhere.
    <label data-elicit="">
      <input
        ref={box}
        data-elicit=""
        type="checkbox"
        aria-label={label}
        checked={isAll}
        onChange={() => choose(first, !isAll, ...more)}
        onKeyDown={onKeyDown}
      />
    </label>
  );
}
