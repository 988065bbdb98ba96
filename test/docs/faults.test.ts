import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const rows = readFileSync('docs/faults.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => line.split('|').slice(1, -1));

describe('the table of faults', () => {
  it('has a row for each, with four cells', () => {
    expect(rows.length).toBeGreaterThan(25);
    expect(rows.filter((cells) => cells.length !== 4 || cells.some((cell) => cell.trim() === ''))).toEqual([]);
  });

  it.each(rows.map(([fault = '', , , proof = '']) => [fault.trim(), proof]))(
    'proves with tests that exist: %s',
    (_, proof) => {
      const named = [...proof.matchAll(/`([^`]+)`/g)].map(([, name]) => name);

      expect(named).not.toEqual([]);
      expect(named.filter((name) => !['ts', 'tsx'].some((kind) => existsSync(`test/${name}.test.${kind}`)))).toEqual(
        [],
      );
    },
  );
});
