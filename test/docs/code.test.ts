import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documents, namedBlocks } from '../../scripts/docs-code.mjs';

const read = (path: string) => readFileSync(path, 'utf8');
const shown = documents.flatMap((document) => namedBlocks(read(document)).map((block) => ({ document, ...block })));

describe('the code in the documents', () => {
  it.each(shown)('$name is in $document as it is', ({ name, code }) => {
    expect(code, 'Run: node scripts/docs-code.mjs').toBe(read(`docs/examples/${name}`));
  });

  // Commands, other frameworks' code, style sheets, and what is sent, which nothing compiles.
  it.each(documents)('is compiled in %s, but for commands, other frameworks, styles and requests', (document) => {
    const text = read(document);
    const named = namedBlocks(text).map(({ name }) => name);
    const languages = [...text.matchAll(/^```(\w+)$/gm)].map(([, language]) => language);
    const others = new Set(['sh', 'js', 'css', 'json']);
    expect(languages.filter((language = '') => !others.has(language))).toHaveLength(
      named.filter((name) => !name.endsWith('.css')).length,
    );
  });

  // Next.js refuses `.ts` when it checks types, and finds no `.ts` behind a `.js`; every bundler takes a bare path.
  it('imports its neighbours without an extension', () => {
    const imports = readdirSync('docs/examples', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) => read(`docs/examples/${name}`).match(/['"]\.{1,2}\/[^'"]+['"]/g) ?? []);
    expect(imports).toContain("'./book-flight'");
    expect(imports.filter((path) => /\.[jt]sx?.$/.test(path))).toEqual([]);
  });

  // An app of its own cannot import a document's file.
  it.each([
    ['chat-in-vite.config.ts', 'vite/vite.config.ts'],
    ['main.tsx', 'vite/src/main.tsx'],
    ['app/page.tsx', 'next/src/app/page.tsx'],
    ['app/api/chat/route.ts', 'next/src/app/api/chat/route.ts'],
  ])('%s is what a new app has as %s', (example, template) => {
    expect(read(`templates/${template}`)).toBe(read(`docs/examples/${example}`));
  });

  it('shows the tool that a new app has', () => {
    const tool = read('docs/examples/hello.ts').replace(/^import [^]*?\n\n/, '');
    expect(read('templates/shared/src/tool.ts')).toContain(tool);
  });

  it.each(documents)('names variables that exist in %s', (document) => {
    const declared = readdirSync('src/ui', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css'))
      .map((name) => read(`src/ui/${name}`))
      .join('\n');
    const named = [...new Set(read(document).match(/--elicit-[a-z\d-]*[a-z\d]/g))];
    expect(named.filter((name) => !new RegExp(`${name}[:,)]`).test(declared))).toEqual([]);
  });

  it('leaves no example unseen', () => {
    // Those that others import stand for what every reader has: an airline, a service for contracts, an embassy, a model, photos, a way to sign in, an agent.
    const own = ['agent', 'booking', 'checkpointer', 'database', 'graph', 'questions', 'workflow'].map(
      (name) => `agents/${name}.ts`,
    );
    const yours = [
      'airline.ts',
      'contracts.ts',
      'embassy.ts',
      'model.ts',
      'photos.ts',
      'sdk-model.ts',
      'seats.ts',
      'sign-in.ts',
      ...own,
    ];
    const names = readdirSync('docs/examples', { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.includes('.') && !yours.includes(name),
    );
    expect(names.filter((name) => !shown.some((block) => block.name === name))).toEqual([]);
  });
});
