import { expect, it } from 'vitest';
import { secretsOf, withoutSecrets } from '../../src/protocol/secret-data.ts';
import type { JsonValue } from '../../src/protocol/json.ts';
import { compileForm } from '../../src/form/compile-form.ts';
import { keptDrafts, restoredDrafts, type Draft } from '../../src/form/draft.ts';
import { readForm } from '../../src/form/read-form.ts';

it('a draft outlives a storage that drops what is called like a secret of the schema', () => {
  const text = { type: 'string' };
  const secret = { ...text, writeOnly: true };
  const schema = {
    type: 'object',
    properties: { name: secret, draft: secret, fields: secret, id: secret, '0': secret, length: secret, city: text },
  };
  const { fields } = compileForm(schema);
  const drafts = new Map<string, Draft>(fields.map(({ id, name }) => [id, `my ${name}`]));

  const kept = JSON.parse(JSON.stringify(keptDrafts(fields, drafts))) as JsonValue;
  const stored = withoutSecrets(kept, secretsOf(schema).isSecret);

  const city = fields.find(({ name }) => name === 'city')?.id;
  expect([...restoredDrafts(fields, stored)]).toEqual([[city, 'my city']]);
  expect(JSON.stringify(stored)).not.toMatch(/my (?!city)/);
});

it.each([undefined, null, {}, { fields: [] }, [null], [{}], [['f0']], [['f0', 'v', 1]], [['f1', 'v', 'x']]])(
  'what is no draft of this form is none: %j',
  (kept) => {
    const { fields } = compileForm({ type: 'object', properties: { v: { type: 'string' } } });
    expect(restoredDrafts(fields, kept).size).toBe(0);
  },
);

it('a form that starts with an answer leaves empty what the answer leaves out, whatever the defaults are', () => {
  const seat = { enum: ['Window', 'Aisle'], default: 'Aisle' };
  const row = {
    type: 'object',
    properties: { name: { type: 'string' }, seat, meal: { type: 'boolean', default: true } },
  };
  const schema = {
    type: 'object',
    properties: {
      city: { type: 'string', default: 'Ulm' },
      note: { anyOf: [{ type: 'string', default: 'none' }, { type: 'null' }] },
      age: { anyOf: [{ type: 'integer', default: 1 }, { type: 'null' }] },
      people: { type: 'array', items: row },
    },
  };
  const answer = { note: 'soon', people: [{ name: 'Ann' }, { name: 'Bea', seat: 'Window', meal: false }] };
  const { fields } = compileForm(schema, answer);
  expect(readForm(fields, new Map(), { timeZone: 'UTC' })).toEqual({ content: answer });
  expect(compileForm(schema, 'no object')).toEqual(compileForm(schema));
});
