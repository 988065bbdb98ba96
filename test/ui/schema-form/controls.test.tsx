import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { JsonObject } from '../../../src/protocol/json.ts';
import { SchemaForm } from '../../../src/ui/schema-form/SchemaForm.tsx';
import { ignore } from '../page.ts';

const five = Array.from('12345');
const show = (v: JsonObject, { required = false, alone = false } = {}) => {
  const properties = alone ? { v } : { v, other: { type: 'string' } };
  const schema = { type: 'object', properties, required: required ? ['v'] : [] };
  return render(<SchemaForm schema={schema} timeZone="Europe/Berlin" onRespond={ignore} onDecline={ignore} />);
};
/** What stands in the field: each control by its element, its type and what it holds. */
const drawn = () =>
  Array.from(document.querySelectorAll('[data-field="f0"] :is(input, select, textarea)'), (control) => {
    const { tagName, type, value, checked } = control as HTMLInputElement;
    const holds = type === 'radio' || type === 'checkbox' ? (checked ? ' on' : ' off') : value && ` ${value}`;
    return `${tagName === 'INPUT' ? type : tagName.toLowerCase()}${holds}`;
  });

it.each<[string, JsonObject, string[]]>([
  ['string', { type: 'string' }, ['text']],
  ['string', { type: 'string', default: 'a', maxLength: 120 }, ['text a']],
  ['string', { type: 'string', maxLength: 121 }, ['textarea']],
  ['email', { type: 'string', format: 'email', default: 'a@b.de' }, ['email a@b.de']],
  ['uri', { type: 'string', format: 'uri' }, ['url']],
  ['date', { type: 'string', format: 'date', default: '2026-03-27' }, ['date 2026-03-27']],
  ['date', { type: 'string', format: 'date', default: '2026-02-30' }, ['date']],
  [
    'date-time',
    { type: 'string', format: 'date-time', default: '2026-07-01T13:30:00Z' },
    ['datetime-local 2026-07-01T15:30'],
  ],
  ['number', { type: 'number', default: 1.5 }, ['text 1.5']],
  ['integer', { type: 'integer' }, ['text']],
  ['boolean', { type: 'boolean', default: true }, ['checkbox on']],
  ['boolean', { type: 'boolean' }, ['radio off', 'radio off']],
  ['select', { enum: five }, ['radio off', 'radio off', 'radio off', 'radio off', 'radio off']],
  ['select', { enum: ['a', 'b'], default: 'b' }, ['radio off', 'radio on']],
  ['select', { enum: [...five, '6'] }, ['select']],
  ['select', { const: 'a' }, ['radio off']],
  ['select', { anyOf: [{ const: 'a' }, { const: 'b' }] }, ['radio off', 'radio off']],
  [
    'multi-select',
    { type: 'array', items: { enum: ['a', 'b'] }, default: ['b', 'c'] },
    ['checkbox off', 'checkbox on'],
  ],
])('%s: %j is drawn as %j', async (_, schema, controls) => {
  await show(schema);
  expect(drawn()).toEqual(controls);
});

it('a boolean that is required is a box to tick, not ticked', async () => {
  await show({ type: 'boolean' }, { required: true });
  expect(drawn()).toEqual(['checkbox off']);
});

it('a boolean alone is Yes and No, and shows what is sent untouched', async () => {
  await show({ type: 'boolean' }, { required: true, alone: true });
  expect(drawn()).toEqual(['radio off', 'radio on']);
});

it('numbers come with a keyboard for them, and a time with its zone', async () => {
  await show({ type: 'number' });
  expect(document.querySelector('[data-field="f0"] input')?.getAttribute('inputmode')).toBe('decimal');
  await show({ type: 'integer' });
  expect(document.querySelectorAll('[data-field="f0"] input')[1]?.getAttribute('inputmode')).toBe('numeric');
  await show({ type: 'string', format: 'date-time' });
  await expect.element(page.getByText('In your time zone, Central European Time.')).toBeVisible();
});

it('what is outside the subset is a line that names it, or no form at all', async () => {
  const home = { enum: [], title: 'Home' };
  const screen = await show(home);
  await expect.element(page.getByText('Not asked here: Home.')).toBeVisible();
  await screen.unmount();
  await show(home, { required: true });
  const buttons = page.getByRole('button').elements();
  expect(buttons.map((button) => button.textContent)).toEqual(['Skip']);
});
