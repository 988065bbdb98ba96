import { expect, it } from 'vitest';
import { arabic } from '../../src/ui/language/arabic.ts';
import { english } from '../../src/ui/language/english.ts';
import { german } from '../../src/ui/language/german.ts';
import { compileForm } from '../../src/form/compile-form.ts';
import { omittedText } from '../../src/form/texts.ts';

it.each([
  ['en', english],
  ['de', german],
  ['ar', arabic],
])('a name of marks alone turns no sentence around: %s', (locale, { schemaForm }) => {
  const properties = { '\u2069\u202E': { type: 'object' }, ['\u200B'.repeat(100_000)]: { type: 'object' } };
  const { omitted } = compileForm({ type: 'object', properties });
  const said = omittedText({ ...schemaForm, locale }, omitted);
  expect(said).not.toMatch(/[\u202A-\u202E\u200B]/);
  expect(said.length).toBeLessThan(200);
});
