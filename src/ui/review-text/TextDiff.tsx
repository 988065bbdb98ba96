import { useMemo, useState, type ReactNode } from 'react';
import { diffOf, type DiffBlock, type DiffLine } from '../../base/text-diff.ts';
import { useWords } from '../language/language-context.ts';
import { words as english } from './words.ts';

/** How two texts differ: one below the other in a narrow card, else side by side. */
export function TextDiff({ before, text }: { before: string; text: string }): ReactNode {
  const blocks = useMemo(() => diffOf(before, text), [before, text]);
  return blocks.map((block, at) =>
    'same' in block ? (
      <SameLines key={at} lines={block.same} isFirst={at === 0} isLast={at === blocks.length - 1} />
    ) : (
      <Change key={at} block={block} />
    ),
  );
}

/** Lines that are shown next to a change. */
const near = 3;

/** Shared lines: those next to a change, and a button for the others. */
function SameLines({
  lines,
  isFirst,
  isLast,
}: {
  lines: readonly string[];
  isFirst: boolean;
  isLast: boolean;
}): ReactNode {
  const words = useWords('reviewText', english);
  const [isWhole, setWhole] = useState(false);
  const [head, tail] = [isFirst ? 0 : near, isLast ? 0 : near];
  const hidden = lines.length - head - tail;
  const drawn = (some: readonly string[]) => some.map((line, at) => <Line key={at} kind="same" line={line} />);
  if (isWhole || hidden <= 1) return drawn(lines);
  return (
    <>
      {drawn(lines.slice(0, head))}
      <button type="button" data-elicit="unchanged" dir="auto" onClick={() => setWhole(true)}>
        {words.unchanged(hidden, words.locale)}
      </button>
      {drawn(lines.slice(lines.length - tail))}
    </>
  );
}

function Change({ block: { removed, added } }: { block: Exclude<DiffBlock, { same: unknown }> }): ReactNode {
  return (
    <div data-elicit="change-block">
      <div data-elicit="change-side">
        {removed.map((line, at) => (
          <Line key={at} kind="removed" line={line} />
        ))}
      </div>
      <div data-elicit="change-side">
        {added.map((line, at) => (
          <Line key={at} kind="added" line={line} />
        ))}
      </div>
    </div>
  );
}

const marks = { same: '', removed: '−', added: '+' };

/** One line. Its mark is drawn; screen readers hear a word instead. */
function Line({ kind, line }: { kind: keyof typeof marks; line: string | DiffLine }): ReactNode {
  const words = useWords('reviewText', english);
  const As = kind === 'same' ? 'span' : kind === 'removed' ? 'del' : 'ins';
  return (
    <div data-elicit="diff-line" data-kind={kind}>
      <span data-elicit="diff-mark" aria-hidden="true">
        {marks[kind]}
      </span>
      <As data-elicit="diff-text" dir="auto">
        {kind !== 'same' && (
          // Apart from the line, whose own words say its direction.
          <bdi data-elicit="status" data-state="quiet">
            {words[kind]}{' '}
          </bdi>
        )}
        {typeof line === 'string'
          ? line
          : line.map(({ text, isChanged }, at) =>
              isChanged ? (
                <mark key={at} data-elicit="diff-word">
                  {text}
                </mark>
              ) : (
                text
              ),
            )}
      </As>
    </div>
  );
}
