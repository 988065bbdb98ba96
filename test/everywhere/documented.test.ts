import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decide } from '../../docs/examples/embassy.ts';
import { documentedTools } from './documented.ts';
import { ada, createPerson } from './person.ts';
import { inHost, overAgUi, withAnswers } from './places.ts';
import { exceptions, unfinished } from './tools-in.ts';

const documented = await documentedTools();
// The embassy writes while nobody looks.
await decide('visa-London', 'granted');

it('is about the tools of documents and examples', () => {
  expect(documented.length).toBeGreaterThan(15);
  expect(documented.map(({ tool }) => tool.name)).toContain('book_flight');
  expect(Object.keys(exceptions).every((name) => documented.every(({ tool }) => tool.name !== name))).toBe(true);
});

it('is what the test of pages names, too', () => {
  const test = readFileSync('test/everywhere/page.test.tsx', 'utf8');
  const files = documented.map(({ name }) => /([\w-]+)\.ts$/.exec(name)?.[1] ?? name);
  expect(files.filter((file) => !new RegExp(`[{,]${file}[},]`).test(test))).toEqual([]);
});

describe.each([
  ['in a host of MCP, modern', inHost('modern'), 0],
  ['in a host of MCP, legacy', inHost('legacy'), 1],
  ['over AG-UI', overAgUi, 2],
  ['with a file of answers', withAnswers, 3],
])('%s, with words and fields alone,', (_, place, before) => {
  it.each(documented)('$name comes to its end', async ({ tool, params }) => {
    const { result, seen } = await place(tool, params, createPerson(ada, before));

    expect(result).not.toBe('');
    // The person answered everything, so nothing ended in another way, and nothing was asked again.
    expect(result).not.toMatch(unfinished);
    expect(new Set(seen).size).toBe(seen.length);
  });
});
