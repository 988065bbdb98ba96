import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync('docs/theming-reference.md', 'utf8');

it('lists the variables that the style sheet declares, each with its values', () => {
  expect(() => execFileSync(process.execPath, ['scripts/theming.mjs'], { stdio: 'pipe' })).not.toThrow();
});

it('tells of no part that is gone', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  const sources = files.map((name) => readFileSync(`src/${name}`, 'utf8')).join('\n');
  const parts = Array.from(page.slice(page.indexOf('## Parts')).matchAll(/^\| `([\w-]+)`/gm), ([, part = '']) => part);
  expect(parts.length).toBeGreaterThan(80);
  expect(parts.filter((part) => !new RegExp(`['"\`]${part}['"\`]`).test(sources))).toEqual([]);
});

it('tells of no state and no kind that is gone', () => {
  const sources = ['src/ui', 'src/react', 'src/travel']
    .flatMap((room) => readdirSync(room, { recursive: true, encoding: 'utf8' }).map((name) => `${room}/${name}`))
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('/language/'))
    .map((name) => readFileSync(name, 'utf8'))
    .join('\n');
  const rows = page.slice(page.indexOf('## Parts')).match(/^\| `[\w-]+`.*$/gm) ?? [];
  const values = rows.flatMap((row) =>
    Array.from(
      row
        .split('|')
        .slice(3)
        .join('|')
        .matchAll(/`([^`]+)`/g),
      ([, value = '']) => value,
    ),
  );
  expect(values.length).toBeGreaterThan(80);
  const gone = [...new Set(values)].filter((value) => !new RegExp(`['"\`]${value}['"\`]|\\b${value}:`).test(sources));
  expect(gone).toEqual([]);
});

it('tells what each variable is for', () => {
  const rows = page.match(/^\| `--elicit-.*$/gm) ?? [];
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter((row) => row.split('|')[2]?.trim() === '')).toEqual([]);
});

it('is enough for a look of one’s own in forty lines', () => {
  const skins = readdirSync('src/skins');
  expect(skins).toEqual(['compact.css', 'console.css', 'meridian.css', 'neutral.css', 'paper.css']);
  for (const skin of skins) {
    const lines = readFileSync(`src/skins/${skin}`, 'utf8').trimEnd().split('\n');
    expect(lines.length, skin).toBeLessThanOrEqual(40);
  }
});
