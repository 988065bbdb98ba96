import type { KeyboardEvent, ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import { useWords } from '../language/language-context.ts';
import { datePattern } from './months.ts';
import type { DateEntry } from './useEntries.ts';
import { words as english } from './words.ts';

interface DateFieldProps {
  id: string;
  entry: DateEntry;
  /** What the tool said of it. Not yet safe to show. */
  issue: string | undefined;
  /** The person went on, so that its problem may be shown. */
  isLeft: boolean;
  onText: (text: string) => void;
  onLeave: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** A field that reads a day as people type it. */
export function DateField({ id, entry, issue, isLeft, onText, onLeave, onKeyDown }: DateFieldProps): ReactNode {
  const words = useWords('pickDates', english);
  const problem = (isLeft ? entry.problem : undefined) ?? (issue === undefined ? undefined : plainText(issue, 600));
  const parts = { day: words.dayPattern, month: words.monthPattern, year: words.yearPattern };
  return (
    <div data-elicit="field" data-field={entry.name} data-state={problem === undefined ? undefined : 'invalid'}>
      <label data-elicit="label" htmlFor={id}>
        {words[entry.name]}
      </label>
      <input
        data-elicit=""
        id={id}
        type="text"
        dir="auto"
        autoComplete="off"
        maxLength={60}
        placeholder={datePattern(words.locale, parts)}
        value={entry.text}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-error`}
        onChange={({ target }) => onText(target.value)}
        onBlur={onLeave}
        onKeyDown={onKeyDown}
      />
      {problem !== undefined && (
        <p id={`${id}-error`} data-elicit="error" dir="auto">
          {problem}
        </p>
      )}
    </div>
  );
}
