import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Pages show code of a reader's own project; where their links lead is tested with the pages. */
const unread = /\.(?:png|woff2?|ico|md)$/;

/** The relative paths in a file's text that lead out of the checkout. */
function pathsOutside(file: string, text: string): string[] {
  const paths = [...text.matchAll(/(?<=['"`(\s])(?:\.\/)?\.\.\/[^'"`)\s]*/g)].map(([path]) => path);
  return paths.filter((path) => relative(root, join(root, dirname(file), path)).startsWith('..'));
}

it('names no path outside the checkout, so that a clone passes with nothing beside it', () => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter(
      (file) =>
        file !== '' && existsSync(join(root, file)) && !unread.test(file) && !file.endsWith('package-lock.json'),
    );
  expect(files).toContain('vite.config.ts');

  const outside = files.flatMap((file) =>
    pathsOutside(file, readFileSync(join(root, file), 'utf8')).map((path) => `${file}: ${path}`),
  );
  expect(outside).toEqual([]);
});

it.each(['import("^beside/cases.json")', "glob('./^beside/*.json')", '`^beside/${name}`'])('finds %s', (text) => {
  const up = '../'.repeat(3);
  expect(pathsOutside('test/given/file.ts', text.replace('^', up))).toHaveLength(1);
  expect(pathsOutside('test/given/deep/file.ts', text.replace('^', up))).toHaveLength(0);
});
