import type { FormEvent } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import * as z from 'zod';
import '../../../src/styles.css';
import type { JsonObject } from '../../../src/protocol/json.ts';
import { ElicitCard } from '../../../src/ui/elicit-card/ElicitCard.tsx';
import { ElicitDialog } from '../../../src/ui/elicit-dialog/ElicitDialog.tsx';
import type { FieldProps } from '../../../src/ui/schema-form/field-props.ts';
import type { SchemaFormDraft } from '../../../src/form/draft.ts';
import { SchemaForm, type SchemaFormProps } from '../../../src/ui/schema-form/SchemaForm.tsx';
import { endComposition, focused, ignore, overflow, tabStops } from '../page.ts';
import { cases } from './cases.ts';
import { enter, isEnterable } from './enter.ts';
import { expectationOnPage, outcomeOnPage } from './entered.tsx';
import { eventually } from '../../eventually.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const responder = () => vi.fn<(content: JsonObject) => void>();
const trip = {
  type: 'object',
  title: 'Your trip',
  properties: {
    name: { type: 'string', title: 'Name', description: 'As in your passport', minLength: 2 },
    email: { type: 'string', format: 'email', title: 'Email' },
    day: { type: 'string', format: 'date', title: 'Day' },
    bags: { type: 'integer', title: 'Bags', minimum: 0, maximum: 3 },
    cabin: { type: 'string', title: 'Cabin', enum: ['eco', 'biz'], enumNames: ['Economy', 'Business'] },
    meals: { type: 'array', title: 'Meals', items: { enum: ['Vegan', 'Halal'] } },
  },
  required: ['name', 'email', 'cabin'],
};

describe('every case that a browser can enter', () => {
  it.each(Object.values(cases).flat().filter(isEnterable))('$name', async (one) => {
    expect(await outcomeOnPage(one)).toEqual(expectationOnPage(one));
  });
});

describe('SchemaForm', () => {
  it('says nothing about errors before Send, and then leads to the first', async () => {
    const onRespond = responder();
    await render(<SchemaForm schema={trip} onRespond={onRespond} />);
    await page.getByLabelText('Name').fill('Z');
    expect(document.querySelector('[data-elicit=error]')).toBeNull();
    await button('Send').click();
    await expect.element(page.getByLabelText('Name')).toHaveFocus();
    await expect.element(page.getByRole('status')).toHaveTextContent('3 answers need another look');
    await expect
      .element(page.getByLabelText('Name'))
      .toHaveAccessibleDescription('As in your passport At least 2 characters. Name must be at least 2 characters');
    await page.getByLabelText('Name').fill('Zoë');
    await expect.element(page.getByText('Name must be')).not.toBeInTheDocument();
    expect(onRespond).not.toHaveBeenCalled();
  });

  it('lists the errors of a long form, each a way to its field', async () => {
    await render(<SchemaForm schema={trip} onRespond={ignore} />);
    await button('Send').click();
    await expect.element(page.getByRole('navigation', { name: '3 answers need another look' })).toBeVisible();
    const before = location.href;
    await page.getByRole('link', { name: 'Choose an option for Cabin' }).click();
    await expect.element(page.getByRole('radio', { name: 'Economy' })).toHaveFocus();
    expect(location.href).toBe(before);
  });

  it('lists errors in a shadow root too, where no address leads', async () => {
    const host = document.body.appendChild(document.createElement('chat-box'));
    const root = host.attachShadow({ mode: 'open' });
    const container = root.appendChild(document.createElement('div'));
    const screen = await render(<SchemaForm schema={trip} onRespond={ignore} />, { container });
    await button('Send').click();
    for (const link of root.querySelectorAll('a')) {
      expect(root.getElementById(link.hash.slice(1))?.closest('[data-field]')).not.toBeNull();
    }
    await page.getByRole('link', { name: 'Enter Email' }).click();
    expect(root.activeElement?.getAttribute('type')).toBe('email');

    const issues = [{ path: ['day'], message: 'No flight that day.' }];
    await screen.rerender(<SchemaForm schema={trip} onRespond={ignore} issues={issues} />);
    await page.getByLabelText('Name').fill('Zoë');
    await page.getByLabelText('Email').fill('zoe@example.com');
    await page.getByRole('radio', { name: 'Economy' }).click();
    await screen.rerender(<SchemaForm schema={trip} onRespond={ignore} issues={[...issues]} />);
    expect(root.activeElement?.getAttribute('type')).toBe('date');
    host.remove();
  });

  it('is filled in and sent with the keyboard alone', async () => {
    const onRespond = responder();
    await render(<SchemaForm schema={trip} onRespond={onRespond} onDecline={ignore} />);
    await userEvent.keyboard('{Tab}Zoë{Tab}zoe@example.com{Tab}03012026');
    for (let stop = 0; stop < 9 && document.activeElement !== page.getByLabelText('Bags').element(); stop++) {
      await userEvent.keyboard('{Tab}');
    }
    await userEvent.keyboard('2{Tab} {ArrowDown}{Tab} {Tab}{Tab}{Tab}');
    expect(focused()).toBe('Send');
    await userEvent.keyboard('{Enter}');
    expect(onRespond.mock.calls).toEqual([
      [{ name: 'Zoë', email: 'zoe@example.com', day: '2026-03-01', bags: 2, cabin: 'biz', meals: ['Vegan'] }],
    ]);
  });

  it('does not send on the Enter that ends the writing of a word', async () => {
    const onRespond = responder();
    await render(
      <SchemaForm schema={{ type: 'object', properties: { v: { type: 'string' } } }} onRespond={onRespond} />,
    );
    await page.getByLabelText('V').fill('日本');
    endComposition('Enter');
    expect(onRespond).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    expect(onRespond).toHaveBeenCalledExactlyOnceWith({ v: '日本' });
  });

  it('sends on Enter in a text, and does not send the form around it', async () => {
    const onRespond = responder();
    const onSubmit = vi.fn<() => void>();
    const schema = { type: 'object', properties: { v: { type: 'string' } } };
    await render(
      <form onSubmit={onSubmit}>
        <SchemaForm schema={schema} onRespond={onRespond} />
      </form>,
    );
    await page.getByLabelText('V').fill('x');
    await userEvent.keyboard('{Enter}');
    expect(onRespond.mock.calls).toEqual([[{ v: 'x' }]]);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('finds a half-typed date only when it is sent', async () => {
    const onRespond = responder();
    await render(
      <SchemaForm
        schema={{ type: 'object', properties: { day: { type: 'string', format: 'date' } } }}
        onRespond={onRespond}
      />,
    );
    (page.getByLabelText('Day').element() as HTMLElement).focus();
    await userEvent.keyboard('12');
    await button('Send').click();
    await expect.element(page.getByText('Enter a real date, like 2026-03-27')).toBeVisible();
    await page.getByLabelText('Day').fill('2026-03-01');
    await expect.element(page.getByText('Enter a real date')).not.toBeInTheDocument();
    await button('Send').click();
    expect(onRespond.mock.calls).toEqual([[{ day: '2026-03-01' }]]);
  });

  it('asks a single yes or no, and a single choice, in one click and a confirm', async () => {
    const onRespond = responder();
    const screen = await render(
      <SchemaForm
        key="1"
        schema={{ type: 'object', properties: { ok: { type: 'boolean', title: 'Book it' } }, required: ['ok'] }}
        onRespond={onRespond}
      />,
    );
    await expect.element(page.getByRole('group', { name: 'Please choose' })).toBeVisible();
    await page.getByRole('radiogroup', { name: 'Book it' }).getByText('Yes').click();
    await button('Confirm').click();
    await screen.rerender(
      <SchemaForm
        key="2"
        schema={{ type: 'object', properties: { size: { enum: ['S', 'M'] } }, required: ['size'] }}
        onRespond={onRespond}
      />,
    );
    await expect.element(page.getByRole('radiogroup', { name: 'Size' })).toHaveAttribute('aria-required', 'true');
    await page.getByRole('radio', { name: 'M' }).click();
    await button('Confirm').click();
    expect(onRespond.mock.calls).toEqual([[{ ok: true }], [{ size: 'M' }]]);
  });

  it('says what a single yes or no begins as, and sends that', async () => {
    const onRespond = responder();
    const ok = { type: 'boolean', title: 'Book it', description: 'It cannot be undone.', default: true };
    await render(<SchemaForm schema={{ type: 'object', properties: { ok } }} onRespond={onRespond} />);
    await expect.element(page.getByRole('radio', { name: 'Yes' })).toBeChecked();
    await expect
      .element(page.getByRole('radiogroup', { name: 'Book it' }))
      .toHaveAccessibleDescription('It cannot be undone.');
    expect(button('Clear').elements()).toEqual([]);
    await button('Confirm').click();
    expect(onRespond.mock.calls).toEqual([[{ ok: true }]]);
  });

  it('takes a single choice with one key and a confirm with another', async () => {
    const onRespond = responder();
    const schema = { type: 'object', properties: { size: { enum: ['S', 'M'] } }, required: ['size'] };
    await render(<SchemaForm schema={schema} onRespond={onRespond} onDecline={ignore} />);
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(page.getByText('Choose an option for Size').first()).toBeVisible();
    expect(onRespond).not.toHaveBeenCalled();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(onRespond.mock.calls).toEqual([[{ size: 'M' }]]);
    expect(await tabStops()).toHaveLength(3);
  });

  it('asks in a form what is not a single yes or no, or has too many options to be in view', async () => {
    const several = { type: 'array', items: { enum: ['a', 'b'] } };
    const many = { enum: ['a', 'b', 'c', 'd', 'e', 'f'] };
    const screen = await render(<SchemaForm schema={{ type: 'object', properties: { several } }} onRespond={ignore} />);
    await expect.element(button('Send')).toBeVisible();
    await screen.rerender(<SchemaForm schema={{ type: 'object', properties: { many } }} onRespond={ignore} />);
    await expect.element(page.getByRole('combobox')).toBeVisible();
    await expect.element(button('Send')).toBeVisible();
    const both = { type: 'object', properties: { a: { type: 'boolean' }, b: { type: 'boolean', default: false } } };
    await screen.rerender(<SchemaForm schema={both} onRespond={ignore} />);
    await expect.element(page.getByRole('checkbox', { name: 'B' })).toBeVisible();
    await expect.element(button('Send')).toBeVisible();
  });

  it('is a plain confirmation where nothing is asked', async () => {
    const onRespond = responder();
    await render(
      <SchemaForm
        schema={{ type: 'object', properties: {} }}
        message="Go on?"
        onRespond={onRespond}
        onDecline={ignore}
      />,
    );
    expect(await tabStops()).toEqual(['Skip', 'Confirm']);
    await button('Confirm').click();
    expect(onRespond.mock.calls).toEqual([[{}]]);
  });

  it('takes an answer back with Clear, and keeps the focus', async () => {
    const onRespond = responder();
    await render(
      <SchemaForm schema={{ type: 'object', properties: { v: { type: 'boolean' } } }} onRespond={onRespond} />,
    );
    await page.getByRole('radio', { name: 'No' }).click();
    await button('Clear').click();
    await expect.element(page.getByRole('radio', { name: 'Yes' })).toHaveFocus();
    await button('Confirm').click();
    expect(onRespond.mock.calls).toEqual([[{}]]);
  });

  it('counts characters and stops nobody', async () => {
    await render(
      <SchemaForm
        schema={{ type: 'object', properties: { v: { type: 'string', maxLength: 3 } } }}
        onRespond={ignore}
      />,
    );
    await page.getByLabelText('V').fill('💩💩');
    await expect.element(page.getByText('2 of 3')).toBeVisible();
    await page.getByLabelText('V').fill('abcde');
    await expect.element(page.getByText('2 characters too many')).toBeVisible();
  });

  it('shows what a server found at its field until that changes, and the rest at the head', async () => {
    const issues = [
      { path: ['email'], message: 'This address is taken.' },
      { path: ['meals', 0], message: 'No vegan meal left.' },
      { path: [], message: 'The flight is full.' },
      { path: ['nowhere'], message: 'And more.' },
    ];
    const screen = await render(<SchemaForm schema={trip} onRespond={ignore} />);
    await page.getByLabelText('Bags').click();
    await screen.rerender(<SchemaForm schema={trip} onRespond={ignore} issues={issues} />);
    await expect.element(page.getByLabelText('Email')).toHaveFocus();
    await expect.element(page.getByLabelText('Email')).toHaveAccessibleDescription('This address is taken.');
    await expect.element(page.getByRole('group', { name: 'Meals' })).toHaveAccessibleDescription('No vegan meal left.');
    await expect.element(page.getByRole('alert')).toHaveTextContent('The flight is full.And more.');
    await button('Send').click();
    // As many as it lists: what the form itself found, and what the server found before.
    await expect.element(page.getByRole('status')).toHaveTextContent('4 answers need another look');
    await page.getByLabelText('Email').fill('b@c.de');
    await expect.element(page.getByText('This address is taken.')).not.toBeInTheDocument();
    await expect.element(page.getByRole('group', { name: 'Meals' }).getByText('No vegan meal left.')).toBeVisible();
  });

  it('tells every kind of control what a server found wrong with it', async () => {
    const kinds = {
      text: { type: 'string' },
      day: { type: 'string', format: 'date' },
      tick: { type: 'boolean', default: false, title: 'Tick', description: 'Read it first.' },
      yes: { type: 'boolean' },
      few: { enum: ['a', 'b'] },
      many: { enum: Array.from('123456') },
      several: { type: 'array', items: { enum: ['a', 'b'] } },
    };
    const issues = Object.keys(kinds).map((name) => ({ path: [name], message: `Not this ${name}.` }));
    await render(<SchemaForm schema={{ type: 'object', properties: kinds }} issues={issues} onRespond={ignore} />);
    await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveAccessibleDescription('Not this text.');
    await expect.element(page.getByLabelText('Day')).toHaveAccessibleDescription('Not this day.');
    await expect
      .element(page.getByRole('checkbox', { name: 'Tick' }))
      .toHaveAccessibleDescription('Read it first. Not this tick.');
    await expect.element(page.getByRole('radiogroup', { name: 'Yes' })).toHaveAccessibleDescription('Not this yes.');
    await expect.element(page.getByRole('radiogroup', { name: 'Few' })).toHaveAccessibleDescription('Not this few.');
    await expect.element(page.getByRole('combobox')).toHaveAccessibleDescription('Not this many.');
    await expect.element(page.getByRole('group', { name: 'Several' })).toHaveAccessibleDescription('Not this several.');
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-elicit=issue-link]')];
    const led = links.map(({ hash }) => [...document.querySelectorAll(`[id="${hash.slice(1)}"]`)]);
    const fields = led.map((targets) =>
      targets.map((target) => target.closest('[data-field]')?.getAttribute('data-field')),
    );
    expect(fields).toEqual(links.map((_, index) => [`f${index}`]));
    expect(links).toHaveLength(7);
    const invalid = document.querySelectorAll('[aria-invalid=true]');
    expect(Array.from(invalid, (control) => control.closest('[data-field]')?.getAttribute('data-field'))).toEqual([
      'f0',
      'f1',
      'f2',
      'f3',
      'f4',
      'f5',
    ]);
    await page.getByRole('checkbox', { name: 'Tick' }).click();
    await expect.element(page.getByRole('checkbox', { name: 'Tick' })).toHaveAccessibleDescription('Read it first.');
  });

  it('says what is wrong in the words of its kind', async () => {
    const properties = {
      a: { type: 'string', title: 'Name', minLength: 2 },
      b: { type: 'string', title: 'Note', maxLength: 3 },
      c: { type: 'string', title: 'Mail', format: 'email' },
      d: { type: 'string', title: 'Site', format: 'uri' },
      e: { type: 'string', title: 'Start', format: 'date-time' },
      f: { type: 'number', title: 'Weight' },
      g: { type: 'number', title: 'Price', minimum: 1 },
      h: { type: 'number', title: 'Rate', maximum: 5 },
      i: { type: 'integer', title: 'Bags' },
      j: { type: 'integer', title: 'Total' },
      k: { enum: ['a'], title: 'Fare' },
      l: { type: 'array', title: 'Meals', items: { enum: ['a'] }, minItems: 1 },
      m: { type: 'array', title: 'Extras', items: { enum: ['a', 'b'] }, maxItems: 1, default: ['a', 'b'] },
      n: { type: 'string', title: 'City' },
    };
    const schema = { type: 'object', properties, required: ['k', 'l', 'n'] };
    await render(<SchemaForm schema={schema} timeZone="Europe/Berlin" onRespond={ignore} />);
    await enter(schema, {
      name: 'wrong in every field',
      schema,
      input: {
        a: 'Z',
        b: 'abcd',
        c: 'a@b',
        d: 'example.com',
        e: '2026-03-29T02:30',
        f: 'x',
        g: '0',
        h: '6',
        i: '1.5',
        j: '9007199254740993',
      },
    });
    expect([...document.querySelectorAll('[data-elicit=error]')].map((error) => error.textContent)).toEqual([
      'Name must be at least 2 characters',
      'Note must be at most 3 characters',
      'Enter an email address like name@example.com',
      'Enter a full address, like https://example.com',
      'That time is skipped when the clocks go forward',
      'Weight must be a number, like 12.5',
      'Price must be 1 or more',
      'Rate must be 5 or less',
      'Bags must be a whole number',
      'Total has too many digits to send exactly',
      'Choose an option for Fare',
      'Choose at least 1 option for Meals',
      'Choose no more than 1 option for Extras',
      'Enter City',
    ]);
  });

  it('holds up no form around it with what it holds itself', async () => {
    const onSubmit = vi.fn<(event: FormEvent) => void>((event) => event.preventDefault());
    await render(
      <form onSubmit={onSubmit}>
        <SchemaForm schema={trip} onRespond={ignore} />
        <button type="submit">Theirs</button>
      </form>,
    );
    await page.getByLabelText('Email').fill('no address');
    await button('Theirs').click();
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(document.forms[0]?.matches(':valid')).toBe(true);
  });

  it('keeps what was entered while sending and when that fails, and across a reload', async () => {
    const onDraftChange = vi.fn<(draft: SchemaFormDraft) => void>();
    const shared = { schema: trip, onRespond: ignore, onDraftChange };
    const screen = await render(<SchemaForm key="1" {...shared} />);
    await page.getByLabelText('Name').fill('Zoë');
    await page.getByRole('radio', { name: 'Business' }).click();
    await screen.rerender(<SchemaForm key="1" {...shared} state="sending" />);
    expect(await tabStops()).toEqual([]);
    await screen.rerender(<SchemaForm key="1" {...shared} state="failed" />);
    await expect.element(button('Try again')).toBeVisible();
    await expect.element(page.getByLabelText('Name')).toHaveValue('Zoë');
    const kept: unknown = JSON.parse(JSON.stringify(onDraftChange.mock.lastCall?.[0]));
    await screen.rerender(<SchemaForm key="2" {...shared} draft={kept} />);
    await expect.element(page.getByLabelText('Name')).toHaveValue('Zoë');
    await expect.element(page.getByRole('radio', { name: 'Business' })).toBeChecked();
  });

  it('says that a repeated hour is the earlier one, and in which zone', async () => {
    const schema = { type: 'object', properties: { at: { type: 'string', format: 'date-time' } } };
    await render(<SchemaForm schema={schema} timeZone="Europe/Berlin" onRespond={ignore} />);
    await expect.element(page.getByText(/In your time zone, Central European Time/)).toBeVisible();
    await page.getByLabelText('At').fill('2026-10-25T02:30');
    await expect.element(page.getByText(/twice that day/)).toBeVisible();
  });

  it('warns where it asks for a secret, and names what it leaves out', async () => {
    const schema = {
      type: 'object',
      properties: { apiToken: { type: 'string' }, home: { type: 'object', title: 'Home' } },
    };
    await render(<SchemaForm schema={schema} onRespond={ignore} />);
    await expect.element(page.getByLabelText('Api token')).toHaveAccessibleDescription(/should not ask for passwords/);
    await expect.element(page.getByText('Not asked here: Home.')).toBeVisible();
  });

  it('refuses what it cannot show, and can be skipped', async () => {
    const schema = { type: 'object', properties: { v: { enum: [] } }, required: ['v'] };
    await render(<SchemaForm schema={schema} onRespond={ignore} onDecline={ignore} />);
    expect(await tabStops()).toEqual(['Skip']);
  });

  it('asks for an object in a group with its name, and names it where something in it is wrong', async () => {
    const city = { type: 'string', minLength: 2 };
    const home = { type: 'object', description: 'Where you live.', properties: { city, zip: { type: 'string' } } };
    const schema = {
      type: 'object',
      properties: { name: { type: 'string' }, home: { ...home, required: ['city'] }, work: home },
      required: ['name', 'home'],
    };
    const onRespond = responder();
    await render(<SchemaForm schema={schema} onRespond={onRespond} onDecline={ignore} />);
    const group = page.getByRole('group', { name: 'Home' });
    await expect.element(group).toHaveAccessibleDescription('Where you live.');
    await expect.element(page.getByRole('group', { name: 'Work (optional)' })).toBeVisible();
    await button('Send').click();
    await expect.element(page.getByRole('link', { name: 'Home: Enter City' })).toBeVisible();
    await page.getByLabelText('Name').fill('Ada');
    await group.getByLabelText('City').fill('Ulm');
    await button('Send').click();
    expect(onRespond).toHaveBeenCalledExactlyOnceWith({ name: 'Ada', home: { city: 'Ulm' } });
  });

  it('takes JSON for what no other field can hold, with its schema above', async () => {
    const rows = { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'integer' }] };
    const onRespond = responder();
    const schema = { type: 'object', properties: { rows }, required: ['rows'] };
    await render(<SchemaForm schema={schema} onRespond={onRespond} onDecline={ignore} />);
    const field = page.getByRole('textbox', { name: 'Rows' });
    await expect.element(field).toHaveAccessibleDescription(/Enter it as JSON of this schema:.*"prefixItems"/s);
    await field.fill('[1, 2');
    await button('Send').click();
    await expect.element(field).toHaveAccessibleDescription(/Enter Rows as JSON/);
    await field.fill('[1, 2]');
    await button('Send').click();
    expect(onRespond).toHaveBeenCalledExactlyOnceWith({ rows: [1, 2] });
  });

  it('takes a whole answer as JSON where no field can hold any of it', async () => {
    const onRespond = responder();
    const schema = { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] };
    await render(<SchemaForm schema={schema} onRespond={onRespond} onDecline={ignore} />);
    await page.getByRole('textbox').fill('{"b": true}');
    await button('Send').click();
    expect(onRespond).toHaveBeenCalledExactlyOnceWith({ b: true });
  });

  it('is left by its own Skip before that of what stands around it, and by that where it has none', async () => {
    const said: string[] = [];
    const says = (what: string) => () => void said.push(what);
    const form = (own: Partial<SchemaFormProps>) => <SchemaForm schema={trip} onRespond={ignore} {...own} />;
    const own = { onDecline: says('own decline') };
    const around = { onDecline: says('card decline'), onCancel: says('card cancel') };
    const leave = async () => {
      expect(button('Skip').elements()).toHaveLength(1);
      await button('Skip').click();
      return said.splice(0);
    };
    const screen = await render(
      <ElicitCard toolName="book" state="pending" {...around}>
        {form(own)}
      </ElicitCard>,
    );
    expect(await leave()).toEqual(['own decline']);
    const bare = (
      <ElicitCard toolName="book" state="pending">
        {form(own)}
      </ElicitCard>
    );
    await screen.rerender(bare);
    expect(await leave()).toEqual(['own decline']);
    await screen.rerender(
      <ElicitCard toolName="book" state="pending" {...around}>
        {form({})}
      </ElicitCard>,
    );
    expect(await leave()).toEqual(['card decline']);
    await screen.unmount();
    await render(
      <ElicitDialog title="Who is flying?" message="Please say." onCancel={ignore}>
        {form(own)}
      </ElicitDialog>,
    );
    expect(await leave()).toEqual(['own decline']);
  });

  it('keeps what has the focus out from under the buttons that stay in view', async () => {
    await page.viewport(360, 400);
    const properties = Object.fromEntries(
      Array.from('abcdefgh', (name) => [name, name < 'e' ? { type: 'string' } : { enum: ['1', '2', '3', '4'] }]),
    );
    await render(<SchemaForm schema={{ type: 'object', properties }} onRespond={ignore} />);
    const footer = document.querySelector('[data-elicit=footer]') as Element;
    const covered: (string | null | undefined)[] = [];
    for (let stop = 0; stop < 8; stop++) {
      await userEvent.keyboard('{Tab}');
      const box = document.activeElement?.getBoundingClientRect();
      if (box && box.bottom > footer.getBoundingClientRect().top) covered.push(focused());
    }
    expect(document.activeElement?.closest('[data-field]')?.getAttribute('data-field')).toBe('f7');
    expect(covered).toEqual([]);
  });

  it('holds hostile words at 360 px', async () => {
    await page.viewport(360, 800);
    const nasty = `<img src=x onerror="window.hacked=1">\u202Egnp.exe${'W'.repeat(5000)}`;
    const texts = { title: nasty, description: nasty };
    const schema = {
      type: 'object',
      title: nasty,
      properties: {
        [nasty]: { type: 'string', ...texts, default: nasty, maxLength: 3 },
        a: { enum: [nasty], ...texts },
        b: { enum: [nasty, 1, 2, 3, 4, 5], ...texts },
        c: { type: 'array', items: { oneOf: [{ const: nasty, ...texts }] }, ...texts },
        d: { type: 'boolean', default: true, ...texts },
        e: { type: 'null', ...texts },
        f: { enum: ['1', '2'], enumNames: [nasty, nasty] },
        g: { type: 'string', format: 'date-time', ...texts, default: '2026-10-25T00:30:00Z' },
        h: { type: 'boolean', ...texts },
        password: { type: 'string', ...texts },
      },
      required: ['a'],
    };
    const issues = [[], ['b'], ['d'], [nasty], ['nowhere', nasty]].map((path) => ({ path, message: nasty }));
    const common = { schema, issues, onRespond: ignore, onDecline: ignore };
    await render(<SchemaForm {...common} title={nasty} submitLabel={nasty} message={nasty} timeZone="Europe/Berlin" />);
    (document.querySelector('[data-elicit=commit]') as HTMLElement).click();
    await expect.element(page.getByRole('navigation')).toBeVisible();
    expect(document.querySelector('[data-elicit-root] :is(img, b, script, [onerror])')).toBeNull();
    expect(window).not.toHaveProperty('hacked');
    expect(document.body.textContent).not.toMatch(/[\u202A-\u202E]/);
    const spoken = [...document.querySelectorAll('*')].flatMap((element) =>
      Array.from(element.attributes).filter(({ name }) => name.startsWith('aria-') || name === 'title'),
    );
    expect(spoken.filter(({ value }) => /[\u202A-\u202E]/.test(value))).toEqual([]);
    expect(overflow()).toEqual([]);
  });
});

describe('a host', () => {
  it('puts controls of its own in place, by kind and by property', async () => {
    const onRespond = responder();
    function MyDate({ id, draft, onDraft, describedBy }: FieldProps<'date'>) {
      return (
        <input
          id={id}
          aria-describedby={describedBy}
          placeholder="my date"
          value={draft}
          onChange={({ target }) => onDraft(target.value)}
        />
      );
    }
    function MyBags({ onDraft, labelledBy }: FieldProps) {
      return (
        <button type="button" aria-labelledby={labelledBy} onClick={() => onDraft('9')}>
          9 bags
        </button>
      );
    }
    await render(
      <SchemaForm
        schema={{ ...trip, required: [] }}
        fields={{ date: MyDate, properties: { bags: MyBags } }}
        onRespond={onRespond}
      />,
    );
    await page.getByPlaceholder('my date').fill('tomorrow');
    await page.getByRole('button', { name: 'Bags' }).click();
    await button('Send').click();
    await expect.element(page.getByLabelText('Day')).toHaveFocus();
    await expect.element(page.getByLabelText('Day')).toHaveAccessibleDescription('Enter a real date, like 2026-03-27');
    await expect.element(page.getByText('Bags must be 3 or less').first()).toBeVisible();
  });

  it('names the button that sends, of a form and of a confirmation', async () => {
    const screen = await render(<SchemaForm schema={trip} submitLabel="Book" onRespond={ignore} />);
    await expect.element(button('Book')).toBeVisible();
    expect(button('Send').elements()).toEqual([]);
    const nothing = { type: 'object', properties: {} };
    await screen.rerender(<SchemaForm schema={nothing} submitLabel="Try again" onRespond={ignore} />);
    await expect.element(button('Try again')).toBeVisible();
    await screen.rerender(<SchemaForm schema={nothing} submitLabel="" onRespond={ignore} />);
    await expect.element(button('Confirm')).toBeVisible();
    const refused = { type: 'object', required: ['gone'] };
    await screen.rerender(<SchemaForm schema={refused} submitLabel="Book" onRespond={ignore} onDecline={ignore} />);
    await expect.element(button('Skip')).toBeVisible();
    expect(button('Book').elements()).toEqual([]);
  });

  it('chooses labels, descriptions and order', async () => {
    const hints = { order: ['cabin', 'day'], properties: { name: { label: 'Full name', description: '' } } };
    await render(<SchemaForm schema={trip} hints={hints} onRespond={ignore} />);
    const labels = [...document.querySelectorAll('[data-elicit=field] [data-elicit=label]')].map(
      (label) => label.textContent,
    );
    expect(labels).toEqual(['Cabin', 'Day (optional)', 'Full name', 'Email', 'Bags (optional)', 'Meals (optional)']);
  });
});

describe('a schema that checks for itself', () => {
  const range = z
    .object({ from: z.iso.date(), to: z.iso.date(), code: z.string().optional() })
    .refine(({ from, to }) => from <= to, { path: ['to'], error: 'Come back after you leave.' })
    .refine(({ code }) => Promise.resolve(code !== 'bad'), 'This code is not valid.');

  it('shows what it found at the field or at the head, and answers when it finds nothing', async () => {
    const onRespond = responder();
    await render(<SchemaForm schema={range} onRespond={onRespond} />);
    await page.getByLabelText('From').fill('2026-03-05');
    await page.getByLabelText('To').fill('2026-03-01');
    await button('Send').click();
    await expect.element(page.getByLabelText('To')).toHaveAccessibleDescription(/Come back after you leave\.$/);
    await expect.element(page.getByLabelText('To')).toHaveFocus();
    await page.getByLabelText('To').fill('2026-03-09');
    await page.getByLabelText('Code').fill('bad');
    await button('Send').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('This code is not valid.');
    await page.getByLabelText('Code').fill('good');
    await button('Send').click();
    await eventually(() =>
      expect(onRespond.mock.calls).toEqual([[{ from: '2026-03-05', to: '2026-03-09', code: 'good' }]]),
    );
  });

  it('is of any vendor, and may name its fields as others do', async () => {
    const onRespond = responder();
    const validate = (value: unknown) => {
      const { name } = value as { name?: string };
      if (name === 'Bob') return { issues: [{ message: 'Not Bob.', path: [{ key: 'name' }] }] };
      return name === 'Cem' ? { issues: [{ message: 'No more.' }] } : { value };
    };
    const input = () => ({ type: 'object', properties: { name: { type: 'string', title: 'Name' } } });
    const schema = { '~standard': { version: 1, vendor: 'theirs', validate, jsonSchema: { input } } };
    await render(<SchemaForm schema={schema} onRespond={onRespond} />);
    await page.getByLabelText('Name').fill('Bob');
    await button('Send').click();
    await expect.element(page.getByLabelText('Name')).toHaveAccessibleDescription('Not Bob.');
    await page.getByLabelText('Name').fill('Cem');
    await button('Send').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('No more.');
    await page.getByLabelText('Name').fill('Dan');
    await button('Send').click();
    await eventually(() => expect(onRespond.mock.calls).toEqual([[{ name: 'Dan' }]]));
  });

  it('forgets a check of what was changed since', async () => {
    const onRespond = responder();
    const answers: ((issues: []) => void)[] = [];
    const validate = () => new Promise<[]>((resolve) => answers.push(resolve));
    await render(
      <SchemaForm
        schema={{ type: 'object', properties: { v: { type: 'string' } } }}
        validate={validate}
        onRespond={onRespond}
      />,
    );
    await page.getByLabelText('V').fill('a');
    await button('Send').click();
    await expect.element(page.getByRole('status')).toHaveTextContent('Checking…');
    await page.getByLabelText('V').fill('b');
    await expect.element(page.getByRole('status')).not.toHaveTextContent('Checking…');
    await button('Send').click();
    await eventually(() => expect(answers).toHaveLength(2));
    for (const answer of answers) answer([]);
    await eventually(() => expect(onRespond.mock.calls).toEqual([[{ v: 'b' }]]));
  });

  it('says that it failed, and can be tried again', async () => {
    const onRespond = responder();
    const validate = vi.fn<() => Promise<[]>>().mockRejectedValueOnce(new Error('no')).mockResolvedValueOnce([]);
    await render(<SchemaForm schema={{ type: 'object', properties: {} }} validate={validate} onRespond={onRespond} />);
    await button('Confirm').click();
    await expect
      .element(page.getByRole('status').getByText('Your answer could not be checked. Try again.'))
      .toBeVisible();
    await button('Confirm').click();
    await eventually(() => expect(onRespond.mock.calls).toEqual([[{}]]));
  });

  it('is none that came over the wire', async () => {
    const schema = { type: 'object', properties: {}, '~standard': { jsonSchema: {}, validate: {} } };
    await render(<SchemaForm schema={schema} onRespond={ignore} onDecline={ignore} />);
    await expect.element(page.getByText('This request cannot be shown')).toBeVisible();
  });

  it('that cannot be written as JSON Schema is refused', async () => {
    await render(<SchemaForm schema={z.object({ at: z.date() })} onRespond={ignore} onDecline={ignore} />);
    await expect.element(page.getByText('This request cannot be shown')).toBeVisible();
  });
});
