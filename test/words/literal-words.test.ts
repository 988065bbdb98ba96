import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = ['src/form', 'src/ui', 'src/react'].flatMap((room) =>
  readdirSync(root + room, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${room}/${file}`),
);

/** Attributes and props that hold words for people. */
const worded = new Set(
  (
    'aria-label aria-description aria-placeholder aria-roledescription aria-valuetext title placeholder alt label ' +
    'subtitle step text message summary commit skip reload error empty'
  ).split(' '),
);

it.each(files)('%s shows no word of its own', (file) => {
  expect(literalWords(file, readFileSync(root + file, 'utf8'))).toEqual([]);
});

it.each(files.filter((file) => !file.endsWith('words.ts') && !file.endsWith('language/english.ts')))(
  '%s says no English where another language may be spoken',
  (file) => {
    expect(englishWords(file, readFileSync(root + file, 'utf8'))).toEqual([]);
  },
);

it('English is found wherever it is taken for the language of the place', () => {
  const planted = `import { words, type M } from './words.ts';
  import { words as english } from '../b/words.ts';
  const { no } = words;
  const fine = [useWords('a', words), wordsOf(language, 'b', english)];
  say(english);
  export const A = () => <p>{english.yes}</p>;`;
  expect(englishWords('a.tsx', planted)).toEqual(['words', 'english', 'english']);
});

it('a word is found wherever it can stand', () => {
  const planted = `export const A = ({ a, b }) => (
    <p title="one" data-elicit="card" aria-label={a ? 'two' : \`three \${b}\`}>
      four {a && 'five'} {b === 'no' ? 'six' : null} {call('no')} {' · '}
      <Button commit={b ?? 'seven'} {...a}>{['eight']}</Button>
    </p>
  );`;
  expect(literalWords('a.tsx', planted)).toEqual(['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']);
  expect(literalWords('a.ts', "createElement('p', { title: 'one' }, name, a ? 'two' : `three ${b}`);")).toEqual([
    'two',
    'three',
  ]);
});

interface Node {
  type: string;
  [name: string]: unknown;
}

/** Where a file takes the English words for those of the place: it may only hand them to who looks for others. */
function englishWords(file: string, source: string): string[] {
  const names = new Set<string>();
  const found: string[] = [];
  const walk = (node: Node): void => {
    if (node.type === 'ImportDeclaration') {
      const from = (node['source'] as { value: string }).value;
      const specifiers = from.endsWith('/words.ts') && node['importKind'] !== 'type' ? nodesIn(node['specifiers']) : [];
      for (const specifier of specifiers) {
        const { name } = specifier['imported'] as unknown as { name: string };
        if (name === 'words') names.add((specifier['local'] as unknown as { name: string }).name);
      }
      return;
    }
    if (node.type === 'CallExpression' && /^(?:useWords|useOwnWords|wordsOf)$/.test(nameOf(node['callee']))) return;
    if (node.type === 'Identifier' && names.has(nameOf(node))) found.push(nameOf(node));
    for (const value of Object.values(node)) nodesIn(value).forEach(walk);
  };
  walk(parsed(file, source));
  return found;
}

function nameOf(node: unknown): string {
  return String((node as { name?: unknown } | undefined)?.name);
}

/** The text in a file's JSX that is not handed to it: in elements, and in the attributes that hold words. */
function literalWords(file: string, source: string): string[] {
  const found: string[] = [];
  const add = (text: unknown) => {
    if (typeof text === 'string' && /\p{L}/u.test(text)) found.push(text.trim());
  };

  /** What an expression comes to: not what it compares with, nor what it calls something with. */
  const read = (node: Node): void => {
    if (node.type === 'Literal') add(node['value']);
    for (const name of [
      'expression',
      'consequent',
      'alternate',
      'right',
      'quasis',
      'value',
      'elements',
      'expressions',
    ]) {
      if (node.type === 'BinaryExpression' && node['operator'] !== '+') continue;
      for (const part of nodesIn(node[name])) {
        if (part.type === 'TemplateElement') add((part['value'] as { cooked: string }).cooked);
        else if (!part.type.startsWith('JSX') || part.type === 'JSXExpressionContainer') read(part);
      }
    }
    if (node.type === 'LogicalExpression' && node['operator'] !== '&&') nodesIn(node['left']).forEach(read);
    if (node.type === 'BinaryExpression' && node['operator'] === '+') nodesIn(node['left']).forEach(read);
  };

  const walk = (node: Node): void => {
    if (node.type === 'JSXAttribute' && worded.has(String((node['name'] as Node)['name'])))
      nodesIn(node['value']).forEach(read);
    if (node.type === 'JSXText') add(node['value']);
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const child of nodesIn(node['children'])) {
        if (child.type === 'JSXExpressionContainer') read(child);
        walk(child);
      }
      walk({ ...node, type: 'Walked', children: undefined });
      return;
    }
    if (node.type === 'CallExpression' && nameOf(node['callee']) === 'createElement') {
      nodesIn(node['arguments']).slice(2).forEach(read);
    }
    for (const value of Object.values(node)) nodesIn(value).forEach(walk);
  };

  walk(parsed(file, source));
  // In the order in which they stand.
  return found.toSorted((a, b) => source.indexOf(a) - source.indexOf(b));
}

function parsed(file: string, source: string): Node {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  return program as unknown as Node;
}

function nodesIn(value: unknown): Node[] {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((node): node is Node => typeof node === 'object' && node !== null && 'type' in node);
}
