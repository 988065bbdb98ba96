import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type * as z from 'zod';
import { eventSchemas } from '../../src/protocol/chat-event.ts';

const page = readFileSync('docs/protocol.md', 'utf8');
const [, table = ''] = /\n\| Event +\| Fields.*\n\| -.*\n((?:\|.*\n)+)/.exec(page) ?? [];
const rows = table
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [, names = '', fields = ''] = line.split('|');
    return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, fieldsIn(fields)] as const);
  });

it('docs/protocol.md has a row for each event', () => {
  const names = rows.map(([name]) => name);
  expect(names.toSorted()).toEqual(Object.keys(eventSchemas).toSorted());
});

it.each(rows)('the row of %s names the fields that its schema reads', (name, fields) => {
  const { shape } = eventSchemas[name as keyof typeof eventSchemas] as z.ZodObject;
  expect(Object.keys(shape).toSorted()).toEqual(fields.toSorted());
});

/** `` `id, calls: {name}[], text?` `` names `id`, `calls` and `text`. */
function fieldsIn(cell: string): string[] {
  const [, list = ''] = /`([^`]+)`/.exec(cell) ?? [];
  const outer = list.replaceAll(/\{[^{}]*\}/g, '');
  return outer.split(',').flatMap((field) => /^\s*(\w+)/.exec(field)?.[1] ?? []);
}
