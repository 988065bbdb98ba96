import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffOf, type DiffBlock, type DiffLine } from '../../src/base/text-diff.ts';

const textOf = (line: DiffLine) => line.map(({ text }) => text).join('');
/** A difference as one reads it. Words that make the difference are in brackets. */
function written(blocks: readonly DiffBlock[]): string[] {
  const marked = (line: DiffLine) => line.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');
  return blocks.flatMap((block) =>
    'same' in block
      ? block.same.map((line) => ` ${line}`)
      : [...block.removed.map((line) => `-${marked(line)}`), ...block.added.map((line) => `+${marked(line)}`)],
  );
}
const sides = (blocks: readonly DiffBlock[]) => ({
  before: blocks.flatMap((block) => ('same' in block ? block.same : block.removed.map(textOf))),
  after: blocks.flatMap((block) => ('same' in block ? block.same : block.added.map(textOf))),
});

describe('a difference', () => {
  it('has the lines that went and came, and the words within a line', () => {
    expect(written(diffOf('a\nsee you on Monday\nb', 'a\nsee you on Friday\nb\nc'))).toEqual([
      ' a',
      '-see you on [Monday]',
      '+see you on [Friday]',
      ' b',
      '+c',
    ]);
  });

  it('finds what stayed between changes', () => {
    expect(written(diffOf('1\n2\n3\n4\n5', '0\n2\n3\n5\n6'))).toEqual(['-1', '+0', ' 2', ' 3', '-4', ' 5', '+6']);
  });

  it('marks no words in lines that have little in common', () => {
    expect(written(diffOf('The sky is blue', 'Bread, butter'))).toEqual(['-The sky is blue', '+Bread, butter']);
  });

  it('keeps words of any script whole', () => {
    expect(written(diffOf('مرحبا يا آدا العزيزة', 'مرحبا يا غريس العزيزة'))).toEqual([
      '-مرحبا يا [آدا] العزيزة',
      '+مرحبا يا [غريس] العزيزة',
    ]);
  });

  it.each([
    ['', 'a', ['+a']],
    ['a', '', ['-a']],
    ['', '', []],
    ['a\n', 'a', [' a']],
  ])('of %j and %j is %j', (before, after, lines) => expect(written(diffOf(before, after))).toEqual(lines));

  it('holds both texts, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'a b', 'b c a', ''), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const [old, now] = [`${before.join('\n')}.`, `${after.join('\n')}.`];
        expect(sides(diffOf(old, now))).toEqual({ before: old.split('\n'), after: now.split('\n') });
      }),
    );
  });

  it('is as short as it can be', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 12 });
    const longestShared = (a: readonly string[], b: readonly string[]): number => {
      const best = a.reduce<number[]>(
        (row, one) =>
          b.reduce<number[]>(
            (next, other, at) => [
              ...next,
              one === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0),
            ],
            [0],
          ),
        Array.from({ length: b.length + 1 }, () => 0),
      );
      return best.at(-1) ?? 0;
    };
    fc.assert(
      fc.property(text, text, (before, after) => {
        const same = diffOf(before.join('\n'), after.join('\n')).flatMap((block) =>
          'same' in block ? block.same : [],
        );
        expect(same).toHaveLength(longestShared(before, after));
      }),
    );
  });

  it('shows texts that differ in too much one after the other', () => {
    const lines = (mark: string) => Array.from({ length: 3000 }, (_, at) => `${mark}${at}`).join('\n');
    const blocks = diffOf(`first\n${lines('a')}\nlast`, `first\n${lines('b')}\nlast`);
    expect(blocks.map((block) => ('same' in block ? 'same' : [block.removed.length, block.added.length]))).toEqual([
      'same',
      [3000, 3000],
      'same',
    ]);
  });
});
