import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../../src/styles.css';
import type { JsonObject } from '../../../src/protocol/json.ts';
import { SchemaForm } from '../../../src/ui/schema-form/SchemaForm.tsx';
import { UrlConsent } from '../../../src/ui/url-consent/UrlConsent.tsx';
import { cut, ignore, overflow } from '../page.ts';

const formOf = (properties: JsonObject): JsonObject => ({ type: 'object', title: 'Ein Formular', properties });
const everything: JsonObject = {
  ...formOf({
    name: { type: 'string', title: 'Nachname', minLength: 2, maxLength: 60 },
    story: { type: 'string', title: 'Beschreibung', maxLength: 500 },
    site: { type: 'string', format: 'uri', title: 'Internetadresse' },
    day: { type: 'string', format: 'date', title: 'Geburtsdatum' },
    at: { type: 'string', format: 'date-time', title: 'Abflugszeit', default: '2026-10-25T00:30:00Z' },
    weight: { type: 'number', title: 'Gewicht', minimum: 0.5 },
    aisle: { type: 'boolean', title: 'Gangplatz?' },
    terms: { type: 'boolean', title: 'Einverstanden', description: 'Mit allem, was dort steht.' },
    month: { enum: Array.from('123456'), title: 'Monat' },
    fare: { oneOf: [{ const: 'f', title: 'Flex', description: 'Zwei Gepäckstücke' }], title: 'Tarif' },
    extras: { type: 'array', items: { enum: ['Internet', 'Essen', 'Wartehalle'] }, title: 'Extras', maxItems: 2 },
    password: { type: 'string', title: 'Kennwort' },
    home: { type: 'object', title: 'Anschrift' },
  }),
  required: ['name', 'day', 'terms', 'fare'],
};
const common = { message: 'Bitte einmal ausfüllen.', onRespond: ignore, onDecline: ignore };

const components: Record<string, ReactElement> = {
  'a form': <SchemaForm {...common} schema={everything} timeZone="Europe/Berlin" />,
  'a single yes or no': (
    <SchemaForm {...common} schema={formOf({ a: { type: 'boolean', title: 'Kostenpflichtig buchen?' } })} />
  ),
  'a plain confirmation': <SchemaForm {...common} schema={formOf({})} />,
  'a page to open': (
    <UrlConsent
      {...common}
      url="http://xn--pypal-4ve.localhost/checkout?token=0123456789abcdef"
      serverName="Zahlungen"
    />
  ),
  'a page that was opened': <UrlConsent {...common} url="https://pay.example.com/" onDone={ignore} opened />,
};

/** With all that is wrong in view. */
async function show(component: ReactElement) {
  await render(<div style={{ padding: 16 }}>{component}</div>);
  page.getByText('Send', { exact: true }).elements()[0]?.closest('button')?.click();
}

describe.each([
  ['twice the size', '200%', 360],
  ['its own size', '100%', 360],
  ['its own size', '100%', 320],
])('text of %s, at %s and %i px', (_, fontSize, width) => {
  beforeEach(async () => {
    document.documentElement.style.fontSize = fontSize;
    await page.viewport(width, 800);
  });
  afterEach(() => document.documentElement.style.removeProperty('font-size'));

  it.each(Object.entries(components))('neither sticks out of %s nor is cut', async (__, component) => {
    await show(component);
    expect(overflow()).toEqual([]);
    expect(cut().filter((part) => part !== 'address')).toEqual([]);
  });
});

describe('text of twice the size', () => {
  beforeEach(() => void (document.documentElement.style.fontSize = '200%'));
  afterEach(() => document.documentElement.style.removeProperty('font-size'));
  const sizeOf = (selector: string) =>
    Number.parseFloat(getComputedStyle(document.querySelector(selector) as Element).fontSize);

  it('is that in every part of a form and of a page to open', async () => {
    await show(
      <>
        {components['a form']}
        {components['a page to open']}
      </>,
    );
    const parts = ['label', 'hint', 'note', 'error', 'callout', 'counter', 'issue-link', 'address', 'not-open'];
    const sizes = [...parts.map((part) => `[data-elicit=${part}]`), 'textarea', 'input[type=url]', 'select'].map(
      (selector) => [selector, sizeOf(selector) >= 26] as const,
    );
    expect(sizes.filter(([, isLarge]) => !isLarge)).toEqual([]);
  });

  it('makes boxes to tick and radios twice as large too', async () => {
    await show(components['a form'] as ReactElement);
    const sizes = ['radio', 'checkbox'].map((type) => {
      const { width, height } = (document.querySelector(`[type=${type}]`) as Element).getBoundingClientRect();
      return [width, height];
    });
    expect(sizes).toEqual([
      [40, 40],
      [40, 40],
    ]);
  });

  it('is never so small in a field that a phone zooms in', async () => {
    document.documentElement.style.fontSize = '62.5%';
    await show(<SchemaForm {...common} schema={everything} />);
    for (const field of ['textarea', 'input[type=url]', 'select']) expect(sizeOf(field)).toBeGreaterThanOrEqual(16);
  });
});

it('a list that opens keeps its arrow within its padding', async () => {
  await show(<SchemaForm {...common} schema={formOf({ month: { enum: Array.from('123456'), title: 'Monat' } })} />);
  const { appearance, paddingInlineEnd } = getComputedStyle(page.getByLabelText('Monat').element());
  expect([appearance, paddingInlineEnd]).toEqual(['base-select', '12px']);
});

it('the day of a date stands at its field, moves nothing, and leaves no hole while there is none', async () => {
  const day = { type: 'string', format: 'date', title: 'Day' };
  await show(<SchemaForm {...common} schema={formOf({ day, name: { type: 'string', title: 'Name' } })} />);
  const field = page.getByLabelText('Day').element().getBoundingClientRect();
  const next = page.getByText('Name', { exact: true });
  const gap = next.element().getBoundingClientRect().top - field.bottom;
  expect(gap).toBeLessThanOrEqual(30);
  await page.getByLabelText('Day').fill('2026-12-08');
  const said = page.getByText('Tuesday, December 8, 2026').element().getBoundingClientRect();
  expect(next.element().getBoundingClientRect().top - field.bottom).toBe(gap);
  expect(said.top - field.bottom).toBeLessThan(next.element().getBoundingClientRect().top - said.bottom);
});

it('the button that adds an entry has room around its word', async () => {
  const list = { type: 'array', title: 'Names', items: { type: 'string' } };
  await show(<SchemaForm {...common} schema={formOf({ list })} />);
  expect(getComputedStyle(page.getByRole('button', { name: 'Add Names' }).element()).paddingInlineStart).toBe('16px');
});

it('the fields of an entry stand apart, as do entries', async () => {
  const person = { name: { type: 'string', title: 'Name' }, born: { type: 'string', format: 'date', title: 'Born' } };
  const list = { type: 'array', title: 'People', items: { type: 'object', properties: person } };
  await show(<SchemaForm {...common} schema={formOf({ list })} />);
  const add = page.getByRole('button', { name: 'Add People' });
  await add.click();
  await add.click();
  const boxes = (selector: string) =>
    [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
  const inner = boxes('[data-elicit=entry]:first-child > [data-elicit=field]');
  const entries = boxes('[data-elicit=entry]');
  for (const [one, other] of [inner, entries]) expect(other!.top - one!.bottom).toBeGreaterThanOrEqual(12);
});

it('the link to a page has the words of the main button, in the host’s colours', async () => {
  await show(
    <>
      <style>{'[data-elicit-root] { --elicit-commit-text: rgb(1, 2, 3) }'}</style>
      {components['a page to open']}
    </>,
  );
  expect(getComputedStyle(page.getByRole('link').element()).color).toBe('rgb(1, 2, 3)');
});

describe('what the browser draws of a field', () => {
  const emulate = (value: 'dark' | '') =>
    (cdp() as unknown as { send: (method: string, params: object) => Promise<unknown> }).send(
      'Emulation.setEmulatedMedia',
      { features: [{ name: 'prefers-color-scheme', value }] },
    );
  beforeEach(() => emulate('dark'));
  afterEach(() => emulate(''));
  const schemeOf = (selector: string) => getComputedStyle(document.querySelector(selector) as Element).colorScheme;

  it('is dark where the card is, also on a page that says nothing of its scheme', async () => {
    await show(components['a form'] as ReactElement);
    expect(schemeOf('input[type=date]')).toBe('dark');
    expect(schemeOf('html')).toBe('normal');
  });

  it('is light where the page says so', async () => {
    await show(<main data-theme="light">{components['a form']}</main>);
    expect(schemeOf('input[type=date]')).toBe('light');
  });
});

describe('in the person’s own colours', () => {
  const emulate = (value: 'active' | 'none') =>
    (cdp() as unknown as { send: (method: string, params: object) => Promise<unknown> }).send(
      'Emulation.setEmulatedMedia',
      { features: [{ name: 'forced-colors', value }] },
    );
  beforeEach(() => emulate('active'));
  afterEach(() => emulate('none'));
  const look = (element: Element | null | undefined) => {
    const { borderTopStyle, borderTopWidth, outlineStyle, outlineWidth } = getComputedStyle(element as Element);
    return `${borderTopStyle} ${borderTopWidth} ${outlineStyle} ${outlineWidth}`;
  };

  it('what is wrong, what is chosen and what has the focus are told by their borders', async () => {
    await show(<SchemaForm {...common} schema={everything} />);
    expect(matchMedia('(forced-colors: active)').matches).toBe(true);
    const name = page.getByLabelText('Nachname').element();
    const site = page.getByLabelText('Internetadresse').element();
    await userEvent.click(page.getByLabelText('Monat'));
    expect(look(name)).not.toBe(look(site));
    const [yes, no] = page.getByRole('radio').elements();
    (yes as HTMLElement).click();
    await expect.element(page.getByRole('radio', { name: 'Yes' })).toBeChecked();
    expect(look(yes?.closest('label'))).not.toBe(look(no?.closest('label')));
    await userEvent.keyboard('{Tab}');
    expect(look(document.activeElement)).toMatch(/(?:solid|dashed) [23]px$/);
  });
});
