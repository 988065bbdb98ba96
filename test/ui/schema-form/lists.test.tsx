import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../../src/styles.css';
import { ElicitLocaleProvider } from '../../../src/index.ts';
import { english } from '../../../src/messages.ts';
import { arabic } from '../../../src/messages-ar.ts';
import { german } from '../../../src/messages-de.ts';
import type { JsonObject } from '../../../src/protocol/json.ts';
import type { SchemaFormDraft } from '../../../src/form/draft.ts';
import { SchemaForm, type SchemaFormProps } from '../../../src/ui/schema-form/SchemaForm.tsx';
import { cut, emulate, ignore, overflow } from '../page.ts';

const tags: JsonObject = {
  type: 'object',
  properties: {
    tags: {
      type: 'array',
      title: 'Tags',
      items: { type: 'string', title: 'Tag', minLength: 2 },
      uniqueItems: true,
      maxItems: 3,
    },
  },
};
const booking: JsonObject = {
  type: 'object',
  properties: {
    passengers: {
      type: 'array',
      title: 'Passengers',
      minItems: 2,
      items: {
        type: 'object',
        title: 'Passenger',
        properties: {
          name: { type: 'string', title: 'Name' },
          born: { type: 'string', format: 'date', title: 'Born' },
          seat: { enum: ['Window', 'Aisle'], title: 'Seat' },
          meal: { type: 'boolean', title: 'Meal', default: true },
        },
        required: ['name'],
      },
    },
  },
  required: ['passengers'],
};

const button = (name: string) => page.getByRole('button', { name, exact: true });
const box = (name: string) => page.getByRole('textbox', { name, exact: true });
const responder = () => vi.fn<(content: JsonObject) => void>();
const show = (schema: JsonObject, more: Partial<SchemaFormProps> = {}) =>
  render(<SchemaForm schema={schema} onRespond={ignore} {...more} />);

describe('a list of texts', () => {
  it('grows and is sent, with the keyboard alone', async () => {
    const onRespond = responder();
    await show(tags, { onRespond });
    await userEvent.keyboard('{Tab}');
    await expect.element(button('Add Tags')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(box('Tag 1 of 1')).toHaveFocus();
    await userEvent.keyboard('red{Tab}{Tab}{Enter}blue{Enter}');
    expect(onRespond.mock.calls).toEqual([[{ tags: ['red', 'blue'] }]]);
  });

  it('lets no more be added than it may hold', async () => {
    await show({
      ...tags,
      properties: { tags: { ...((tags['properties'] as JsonObject)['tags'] as object), default: ['aa', 'bb'] } },
    });
    await expect.element(page.getByText('At most 3 entries.')).toBeVisible();
    await button('Add Tags').click();
    await expect.element(button('Add Tags')).toBeDisabled();
    await button('Remove Tag 3 of 3').click();
    await expect.element(button('Add Tags')).toBeEnabled();
  });

  it('says what is wrong at each item, and leads to the first', async () => {
    const onRespond = responder();
    await show(tags, { onRespond });
    for (const text of ['red', 'x', 'red']) {
      await button('Add Tags').click();
      await userEvent.keyboard(text);
    }
    await button('Send').click();
    await expect.element(box('Tag 2 of 3')).toHaveFocus();
    await expect.element(box('Tag 2 of 3')).toHaveAccessibleDescription(/must be at least 2 characters$/);
    await expect.element(box('Tag 3 of 3')).toHaveAccessibleDescription(/Tag 3 of 3 is in the list already$/);
    await expect.element(page.getByRole('status')).toHaveTextContent('2 answers need another look');
    await box('Tag 2 of 3').fill('blue');
    await box('Tag 3 of 3').fill('green');
    await button('Send').click();
    expect(onRespond.mock.calls).toEqual([[{ tags: ['red', 'blue', 'green'] }]]);
  });

  it('says that an item went, and leads to the next, the last, and then to Add', async () => {
    const schema = {
      type: 'object',
      properties: { v: { type: 'array', items: { type: 'string' }, default: ['a', 'b', 'c'] } },
    };
    const onRespond = responder();
    await show(schema, { onRespond });
    await button('Remove V 2 of 3').click();
    await expect.element(page.getByRole('status')).toHaveTextContent('V 2 of 3 removed');
    await expect.element(button('Remove V 2 of 2')).toHaveFocus();
    await expect.element(box('V 2 of 2')).toHaveValue('c');
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Remove V 1 of 1')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Add V')).toHaveFocus();
    await button('Send').click();
    expect(onRespond.mock.calls).toEqual([[{ v: [] }]]);
  });

  it('changes the order of its items, and keeps the focus on what moves one', async () => {
    const schema = {
      type: 'object',
      properties: { v: { type: 'array', items: { type: 'string' }, default: ['a', 'b', 'c'] } },
    };
    const onRespond = responder();
    await show(schema, { onRespond });
    await expect.element(button('Move up V 1 of 3')).toBeDisabled();
    await button('Move up V 3 of 3').click();
    await expect.element(button('Move up V 2 of 3')).toHaveFocus();
    await expect.element(page.getByRole('status')).toHaveTextContent('V 2 of 3');
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Move down V 1 of 3')).toHaveFocus();
    await button('Send').click();
    expect(onRespond.mock.calls).toEqual([[{ v: ['c', 'a', 'b'] }]]);
  });

  it('takes numbers as its language writes them', async () => {
    const onRespond = responder();
    const v = { type: 'array', title: 'Gewicht', items: { type: 'number' }, default: [1.5] };
    await show({ type: 'object', properties: { v } }, { onRespond, messages: german });
    await expect.element(box('Gewicht 1 von 1')).toHaveValue('1,5');
    await button('Hinzufügen Gewicht').click();
    await userEvent.keyboard('2,5');
    await button('Senden').click();
    expect(onRespond.mock.calls).toEqual([[{ v: [1.5, 2.5] }]]);
  });
});

describe('a list of objects', () => {
  it('begins with as many as it needs, each a group with its fields', async () => {
    const onRespond = responder();
    await show(booking, { onRespond });
    const second = page.getByRole('group', { name: 'Passenger 2 of 2' });
    await page.getByRole('group', { name: 'Passenger 1 of 2' }).getByLabelText('Name').fill('Ada');
    await second.getByLabelText('Name').fill('Zoë');
    await second.getByLabelText('Born').fill('2001-02-03');
    await second.getByRole('radio', { name: 'Aisle' }).click();
    await second.getByRole('checkbox', { name: 'Meal' }).click();
    await button('Send').click();
    expect(onRespond.mock.calls).toEqual([
      [
        {
          passengers: [
            { name: 'Ada', meal: true },
            { name: 'Zoë', born: '2001-02-03', seat: 'Aisle', meal: false },
          ],
        },
      ],
    ]);
  });

  it('lists what is wrong by item, each a way to its field', async () => {
    await show(booking);
    await button('Send').click();
    await page.getByRole('link', { name: 'Passenger 2 of 2: Enter Name' }).click();
    const second = page.getByRole('group', { name: 'Passenger 2 of 2' });
    await expect.element(second.getByLabelText('Name')).toHaveFocus();
    await expect.element(second.getByLabelText('Name')).toHaveAccessibleDescription('Enter Name');
  });

  it('asks for more where there are too few', async () => {
    await show(booking);
    await button('Remove Passenger 2 of 2').click();
    await button('Send').click();
    await expect
      .element(page.getByRole('group', { name: /^Passengers/ }))
      .toHaveAccessibleDescription('At least 2 entries. Add at least 2 entries to Passengers');
  });

  it('finds a half-typed date in an item', async () => {
    await show(booking);
    (page.getByRole('group', { name: 'Passenger 1 of 2' }).getByLabelText('Born').element() as HTMLElement).focus();
    await userEvent.keyboard('12');
    await button('Send').click();
    await expect
      .element(page.getByRole('group', { name: 'Passenger 1 of 2' }).getByLabelText('Born'))
      .toHaveAccessibleDescription('Enter a real date, like 2026-03-27');
  });

  it('shows what a server found at the field of the item, and at the list what has no place in it', async () => {
    const issues = [
      { path: ['passengers', 1, 'name'], message: 'Not on the list.' },
      { path: ['passengers', 9, 'name'], message: 'Too many.' },
    ];
    await show(booking, { issues });
    await expect
      .element(page.getByRole('group', { name: 'Passenger 2 of 2' }).getByLabelText('Name'))
      .toHaveAccessibleDescription('Not on the list.');
    await expect
      .element(page.getByRole('group', { name: /^Passengers/ }))
      .toHaveAccessibleDescription('At least 2 entries. Too many.');
  });

  it('keeps what was typed across a reload, and nothing where an item asks for a secret', async () => {
    const onDraftChange = vi.fn<(draft: SchemaFormDraft) => void>();
    const screen = await show(booking, { onDraftChange });
    await page.getByRole('group', { name: 'Passenger 2 of 2' }).getByLabelText('Name').fill('Zoë');
    await button('Remove Passenger 1 of 2').click();
    const kept: unknown = JSON.parse(JSON.stringify(onDraftChange.mock.lastCall?.[0]));
    await screen.unmount();
    const again = await show(booking, { draft: kept });
    await expect
      .element(page.getByRole('group', { name: 'Passenger 1 of 1' }).getByLabelText('Name'))
      .toHaveValue('Zoë');
    await again.unmount();

    const keys = { type: 'array', items: { type: 'object', properties: { apiKey: { type: 'string' } } } };
    await show({ type: 'object', properties: { keys } }, { onDraftChange });
    await button('Add Keys').click();
    await userEvent.keyboard('hunter2');
    expect(onDraftChange.mock.lastCall?.[0]).toEqual([]);
  });
});

it.each([
  ['English', english, 'ltr'],
  ['German', german, 'ltr'],
  ['Arabic', arabic, 'rtl'],
] as const)('says all of it in %s', async (_, messages, dir) => {
  const { schemaForm: words } = messages;
  await render(
    <ElicitLocaleProvider messages={messages}>
      <div dir={dir}>
        <SchemaForm schema={booking} onRespond={ignore} />
      </div>
    </ElicitLocaleProvider>,
  );
  const apart = (label: string) => (messages === arabic ? `\u2068${label}\u2069` : label);
  const name = words.item(apart('Passenger'), 2, 2, messages.locale);
  await button(`${words.remove} ${name}`).click();
  await expect.element(page.getByRole('status')).toHaveTextContent(words.removed(name));
  await button(words.send).click();
  const { locale } = messages;
  const error = [...document.querySelectorAll('[data-elicit=error]')].map(({ textContent }) => textContent);
  expect(error).toContain(words.addAtLeast(apart('Passengers'), 2, locale));
  await expect.element(button(`${words.add} Passengers`)).toHaveFocus();
});

describe.each([
  ['200%', 360],
  ['100%', 320],
])('text of %s at %i px', (fontSize, width) => {
  beforeEach(async () => {
    document.documentElement.style.fontSize = fontSize;
    await page.viewport(width, 800);
  });
  afterEach(() => document.documentElement.style.removeProperty('font-size'));

  it('neither sticks out of a list nor is cut', async () => {
    const properties = { ...(booking['properties'] as object), ...(tags['properties'] as object) };
    await show({ type: 'object', properties, required: ['passengers'] });
    await button('Add Tags').click();
    await button('Send').click();
    expect(overflow()).toEqual([]);
    expect(cut()).toEqual([]);
  });
});

describe('in the person’s own colours', () => {
  beforeEach(() => emulate('forced-colors', 'active'));
  afterEach(() => emulate('forced-colors', 'none'));

  it('items and their tools have borders', async () => {
    await show(booking);
    for (const part of ['entry', 'remove', 'add']) {
      const { borderTopStyle, borderTopWidth } = getComputedStyle(
        document.querySelector(`[data-elicit=${part}]`) as Element,
      );
      expect([part, borderTopStyle, borderTopWidth]).toEqual([part, 'solid', '1px']);
    }
  });
});
