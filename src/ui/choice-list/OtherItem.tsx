import { useEffect, useRef, type ReactNode } from 'react';
import { useWords } from '../language/language-context.ts';
import { ChoiceRow } from '../parts/ChoiceRow.tsx';
import { useChoiceList, type OtherChoice } from './choice-list-context.ts';
import { words as english } from './words.ts';

/** "Other…", the last choice, and the field for the answer that it stands for. */
export function OtherItem({ other }: { other: OtherChoice }): ReactNode {
  const { id, kind, onKeyDown } = useChoiceList('Items');
  const words = useWords('choiceList', english);
  const field = useRef<HTMLInputElement>(null);
  const isPointed = useRef(false);
  const { text, chosen, change } = other;

  // Arrow keys go through the choices, so only a pointer leads into the field.
  useEffect(() => {
    if (chosen && isPointed.current) field.current?.focus();
  }, [chosen]);

  return (
    <>
      <ChoiceRow
        choice={{ value: '', label: words.other, description: undefined, reason: undefined }}
        kind={kind}
        name={id}
        checked={chosen}
        onChoose={(on) => change(text, on)}
        onPointerDown={() => (isPointed.current = true)}
        onInputKeyDown={(event) => {
          isPointed.current = false;
          onKeyDown(event);
        }}
      />
      {chosen && (
        <div data-elicit="other">
          <input
            ref={field}
            type="text"
            data-elicit=""
            dir="auto"
            autoComplete="off"
            maxLength={mostWritten}
            aria-label={words.ownAnswer}
            placeholder={words.ownAnswer}
            value={text}
            onChange={({ target }) => change(target.value, true)}
            onKeyDown={onKeyDown}
          />
        </div>
      )}
    </>
  );
}

/** As many characters as a question with `other` takes. */
const mostWritten = 120;
