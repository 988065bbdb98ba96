import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documents, namedBlocks } from '../../scripts/docs-code.mjs';

const read = (path: string) => readFileSync(path, 'utf8');
const shown = documents.flatMap((document) => namedBlocks(read(document)).map((block) => ({ document, ...block })));

describe('the code in the documents', () => {
  it.each(shown)('$name is in $document as it is', ({ name, code }) => {
    expect(code, 'Run: node scripts/docs-code.mjs').toBe(read(`docs/examples/${name}`));
  });

  it.each([
    'README.md',
    'docs/chat.md',
    'docs/observability.md',
    'docs/plugins.md',
    'docs/server.md',
    'docs/testing.md',
  ])('is compiled in %s, but for commands and other frameworks', (document) => {
    const languages = [...read(document).matchAll(/^```(\w+)$/gm)].map(([, language]) => language);
    const loose = languages.filter((language) => language !== 'sh' && language !== 'js');
    expect(loose).toHaveLength(namedBlocks(read(document)).length);
  });

  it('leaves no example unseen', () => {
    // Those that others import stand for what every reader has: an airline, a model and a way to sign in.
    const names = readdirSync('docs/examples').filter(
      (name) => !['airline.ts', 'model.ts', 'sign-in.ts'].includes(name),
    );
    expect(names.filter((name) => !shown.some((block) => block.name === name))).toEqual([]);
  });
});
