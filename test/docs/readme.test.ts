import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const readme = readFileSync('README.md', 'utf8');
const { files, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  files: string[];
  scripts: Record<string, string>;
};

describe('the README', () => {
  it('links to what the package holds, so that no link is dead where it is installed', () => {
    const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(10);
    const shipped = [...files, 'README.md', 'LICENSE', 'package.json'];
    const holds = (path: string) => shipped.some((entry) => path === entry || path.startsWith(`${entry}/`));
    expect(links.filter((path) => !holds(path))).toEqual([]);
  });

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
