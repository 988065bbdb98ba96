import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const readme = readFileSync('README.md', 'utf8');
const blocks = [...readme.matchAll(/```(\w+)\n(?:\/[/*] ([\w-]+(?:\.\w+)+)[^\n]*\n)?([^]*?)```/g)].map(
  ([, language, name, code]) => ({ language, name, code: code ?? '' }),
);

describe('the README', () => {
  it.each(blocks.filter(({ name }) => name !== undefined))('shows $name as it is', ({ name, code }) => {
    expect(code).toBe(readFileSync(`docs/examples/${name}`, 'utf8'));
  });

  it('shows code that is compiled and run, but for commands and other frameworks', () => {
    const loose = blocks.filter(({ name, language }) => name === undefined && language !== 'sh');
    expect(loose.map(({ language }) => language)).toEqual(['js']);
    expect(blocks.filter(({ name }) => name !== undefined)).toHaveLength(9);
  });

  it('links to files that exist', () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(3);
    expect(links.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('names scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const named = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});
