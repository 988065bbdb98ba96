import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const readme = readFileSync('README.md', 'utf8');
const { files, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  files: string[];
  scripts: Record<string, string>;
};

const left = files.flatMap((entry) => (entry.startsWith('!') ? [entry.slice(1)] : []));
const shipped = [...files, 'README.md', 'LICENSE', 'package.json'];
const isShipped = (path: string) =>
  !left.includes(path) && shipped.some((entry) => path === entry || path.startsWith(`${entry}/`));
const pages = readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []));

it.each(['README.md', ...pages.filter(isShipped)])(
  '%s links to what the package holds, so that no link is dead where it is installed',
  (page) => {
    // A registry's page takes pictures from the repository.
    const text = readFileSync(page, 'utf8').replaceAll(/^```[^]*?^```|!\[[^\]]*\]\([^)]*\)/gm, '');
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, path = '']) =>
      join(dirname(page), path),
    );
    expect(links.filter((path) => !isShipped(path))).toEqual([]);
  },
);

describe('the README', () => {
  it('has at most 180 lines', () => expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(180));

  it('shows pictures of at most 150 kB, and a moving one of at most 300', () => {
    expect(readme).toContain('](docs/images/pizza.webp)');
    for (const name of readdirSync('docs/images')) {
      const most = name.endsWith('.webp') ? 300_000 : 150_000;
      expect(statSync(`docs/images/${name}`).size, name).toBeLessThanOrEqual(most);
    }
  });

  it('names scripts that exist', () => {
    const named = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});
