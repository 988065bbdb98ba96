import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../../src/styles.css';
import type { JsonObject } from '../../../src/protocol/json.ts';
import { endComposition } from '../page.ts';
import { SchemaForm } from '../../../src/ui/schema-form/SchemaForm.tsx';

const airports = ['London Heathrow', 'London Gatwick', 'Londrina', 'Zürich', ...Array.from('ABCDEFGHIJKLMNOPQRST')];
const form = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  type: 'object',
  properties,
  required,
});
const airport = { enum: airports, title: 'Airport' };
const search = () => page.getByRole('searchbox', { name: 'Search 24 options' });
const shown = () => [...document.querySelectorAll('[data-elicit=choice]')].map((row) => row.textContent?.trim());

async function show(schema: JsonObject) {
  const onRespond = vi.fn<(content: JsonObject) => void>();
  await render(<SchemaForm schema={schema} onRespond={onRespond} />);
  return onRespond;
}

describe('more than 15 options', () => {
  it('stand as rows below a search, which says how many it finds', async () => {
    await show(form({ airport }));
    expect(shown()).toEqual(airports);
    await search().fill('LON');
    expect(shown()).toEqual(['London Heathrow', 'London Gatwick', 'Londrina']);
    await expect.element(page.getByText('3 of 24 match')).toBeVisible();
    await search().fill('zurich');
    expect(shown()).toEqual(['Zürich']);
  });

  it('keep what is chosen in view, and answer with it', async () => {
    const onRespond = await show(form({ airport }));
    await page.getByRole('radio', { name: 'Londrina' }).click();
    await search().fill('zürich');
    expect(shown()).toEqual(['Londrina', 'Zürich']);
    await page.getByRole('button', { name: 'Send' }).click();
    expect(onRespond).toHaveBeenCalledExactlyOnceWith({ airport: 'Londrina' });
  });

  it('take the only match on Enter, which does not send the form', async () => {
    const onRespond = await show(form({ airport }));
    await search().fill('gatwick');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('radio', { name: 'London Gatwick' })).toBeChecked();
    await search().fill('london');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('radio', { name: 'London Gatwick' })).toBeChecked();
    expect(onRespond).not.toHaveBeenCalled();
  });

  it('take nothing on the Enter that ends the writing of a word', async () => {
    const onRespond = await show(form({ airport }));
    await search().fill('gatwick');
    endComposition('Enter');
    await expect.element(page.getByRole('radio', { name: 'London Gatwick' })).not.toBeChecked();
    expect(onRespond).not.toHaveBeenCalled();
  });

  it('are searched in the same way where several may be chosen', async () => {
    const onRespond = await show(form({ stops: { type: 'array', title: 'Stops', items: { enum: airports } } }));
    await page.getByRole('checkbox', { name: 'Zürich' }).click();
    await search().fill('heathrow');
    await page.getByRole('checkbox', { name: 'London Heathrow' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    expect(onRespond).toHaveBeenCalledExactlyOnceWith({ stops: ['London Heathrow', 'Zürich'] });
  });

  it('are shown thirty at a time, and the others by a search, however many fields there are', async () => {
    const names = Array.from({ length: 500 }, (_, index) => `Option ${index + 1}`);
    const fields = Array.from({ length: 40 }, (_, index) => [`f${index}`, { enum: names, default: 'Option 490' }]);
    await show(form(Object.fromEntries(fields)));
    expect(shown()).toHaveLength(40 * 31);
    await expect.element(page.getByText('The first 30 are shown.').first()).toBeVisible();
    await page.getByRole('searchbox').first().fill('499');
    await expect.element(page.getByRole('radio', { name: 'Option 499' })).toBeVisible();
    await expect.element(page.getByText('1 of 500 match', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('radio', { name: 'Option 490' }).first()).toBeChecked();
  });

  it('lead to the search when an answer is missing', async () => {
    await show(form({ airport }));
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.element(search()).toHaveFocus();
  });
});

it('up to 15 options open in a list', async () => {
  await show(form({ airport: { ...airport, enum: airports.slice(0, 15) } }));
  await expect.element(page.getByRole('combobox', { name: 'Airport' })).toBeVisible();
});

describe('a date', () => {
  it('is said in words once it is whole', async () => {
    await show(form({ day: { type: 'string', format: 'date', title: 'Day' } }));
    const day = page.getByLabelText('Day');
    await day.fill('2026-03-27');
    await expect.element(page.getByText('Friday, March 27, 2026')).toBeVisible();
    await expect.element(day).toHaveAccessibleDescription('Friday, March 27, 2026');
  });

  it('does not move its field while it is typed', async () => {
    await show(form({ day: { type: 'string', format: 'date', title: 'Day' } }));
    const day = page.getByLabelText('Day');
    const before = day.element().getBoundingClientRect().top;
    await day.fill('2026-03-27');
    await expect.element(page.getByText('Friday, March 27, 2026')).toBeVisible();
    expect(day.element().getBoundingClientRect().top).toBe(before);
  });
});

describe('answers that are wrong', () => {
  const two = form({ name: { type: 'string', title: 'Name' }, city: { type: 'string', title: 'City' } });

  it('are listed under a heading from two on, and counted beside the button', async () => {
    await show(two);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.element(page.getByRole('heading', { name: '2 answers need another look' })).toBeVisible();
    await expect.element(page.getByText('2 answers to correct')).toBeVisible();
    await page.getByLabelText('Name').fill('Ada');
    await expect.element(page.getByText('1 answer to correct')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: /need another look/ })).not.toBeInTheDocument();
  });

  it('are said above their control, where a phone’s keyboard does not cover them', async () => {
    await show(two);
    await page.getByRole('button', { name: 'Send' }).click();
    const error = page.getByText('Enter Name').elements().at(-1) as Element;
    const control = page.getByLabelText('Name').element();
    expect(error.getBoundingClientRect().bottom).toBeLessThanOrEqual(control.getBoundingClientRect().top);
  });
});
