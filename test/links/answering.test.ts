import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { question } from '../../src/plugin.ts';
import { ask, formOf, people, type Seen } from './desk.ts';

const agreed = z.object({ agreed: z.boolean(), note: z.string().min(3).describe('Why') });
const yes = { f0: 'true', f1: 'It broke' };

/** The markup of the control with this name, from its field on. */
const fieldOf = ({ text }: Seen, name: string): string =>
  text.split(/(?=<div class="field|<fieldset)/).find((part) => part.includes(`name="${name}"`)) ?? '';

describe('a link', () => {
  it('leads to the question, which its form answers once, in the name of whom it was made for', async () => {
    const { link, visit: open, send, result, events } = await ask({ response: agreed });
    const page = await open(await link());
    expect(page.status).toBe(200);
    expect(page.text).toContain('>Refund 40 euros?</h1>');
    expect(page.text).toContain('Give refund');

    const done = await send(page, yes);
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('Your answer was sent')]);
    expect(await result()).toEqual({ action: 'accept', content: { agreed: true, note: 'It broke' } });
    expect(events.find(({ type }) => type === 'settled')).toMatchObject({ by: { id: 'bo', name: 'Bo' }, via: 'link' });
  });

  it('answers nothing when it is opened, looked at by a scanner, or asked for in another way', async () => {
    const { link, visit: open, desk, place } = await ask({ response: z.object({}) });
    const url = await link();
    for (const method of ['GET', 'HEAD', 'GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) await open(url, { method });
    const head = await open(url, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    const put = await open(url, { method: 'PUT' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect(await desk.open(people.bo, place)).toMatchObject({ outcome: 'waits', question: { attempt: 1 } });
  });

  it('says what is wrong at its field, keeps what was typed, and asks the tool nothing', async () => {
    const { link, visit: open, send, desk, place } = await ask({ response: agreed });
    const wrong = await send(await open(await link()), { f0: 'true', f1: 'no' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('<title>1 answer needs another look: Refund 40 euros?</title>');
    expect(wrong.text).toContain('href="#f1"');
    const note = fieldOf(wrong, 'f1');
    expect(note).toContain('id="f1-error">Note must be at least 3 characters<');
    expect(note).toContain('aria-invalid="true"');
    expect(note).toContain('value="no"');
    expect(fieldOf(wrong, 'f0')).toContain('checked');
    expect(await desk.open(people.bo, place)).toMatchObject({ outcome: 'waits', question: { attempt: 1 } });
  });

  it('stays when the tool refuses an answer, and shows why beside what was typed', async () => {
    const check = ({ note }: { note: string }) =>
      note === 'It broke' ? [] : [{ path: ['note'], message: 'Not that.' }];
    const { link, visit: open, send, result } = await ask({ response: agreed, options: { check } });
    const url = await link();
    const refused = await send(await open(url), { f0: 'true', f1: 'No idea' });
    expect(refused.status).toBe(422);
    expect(fieldOf(refused, 'f1')).toContain('id="f1-error">Not that.<');
    expect(fieldOf(refused, 'f1')).toContain('value="No idea"');
    expect((await open(url)).text).toContain('Not that.');
    expect((await send(refused, yes)).text).toContain('Your answer was sent');
    expect(await result()).toMatchObject({ action: 'accept', content: { note: 'It broke' } });
  });

  it('declines with its second button, whatever is filled in', async () => {
    const { link, visit: open, send, result } = await ask({ response: agreed });
    const page = await open(await link());
    expect(page.text).toMatch(/<button name="do" value="decline" formnovalidate>Decline<\/button>/);
    expect((await send(page, { do: 'decline' })).text).toContain('You declined');
    expect(await result()).toEqual({ action: 'decline' });
  });

  it('counts a form once that is sent twice, at once or later', async () => {
    const { link, visit: open, send, result, events } = await ask({ response: agreed });
    const page = await open(await link());
    const both = await Promise.all([send(page, yes), send(page, yes)]);
    for (const { text } of [...both, await send(page, yes)]) expect(text).toContain('Your answer was sent');
    expect(await result()).toMatchObject({ action: 'accept' });
    expect(events.filter(({ type }) => type === 'settled')).toHaveLength(1);
  });

  it('says that another answer from the same page does not count', async () => {
    const { link, visit: open, send, result } = await ask({ response: agreed });
    const page = await open(await link());
    await send(page, yes);
    for (const other of [
      { ...yes, f0: 'false' },
      { ...yes, do: 'decline' },
    ]) {
      const { text } = await send(page, other);
      expect(text).toContain('Your answer came later, and does not count.');
      expect(text).not.toMatch(/was sent|You declined/);
    }
    expect((await send(page, yes)).text).toContain('Your answer was sent');
    expect(await result()).toMatchObject({ action: 'accept', content: { agreed: true } });
  });

  it('says who was faster, on a page that was open before and on a new one', async () => {
    const { link, visit: open, send } = await ask({ response: agreed });
    const [bos, cys] = [await link(), await link({ as: people.cy })];
    const [first, second] = [await open(bos), await open(cys)];
    await send(first, yes);
    for (const page of [await send(second, { ...yes, f0: 'false' }), await open(cys), await open(bos)]) {
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('Answered by \u2068Bo\u2069')]);
    }
  });

  it('says that the answer before it was a decline', async () => {
    const { link, visit: open, send } = await ask({ response: agreed });
    const url = await link();
    await send(await open(url), { do: 'decline' });
    expect((await open(url)).text).toContain('Declined by \u2068Bo\u2069');
  });

  it('keeps a form that could not be sent, which counts once when it is sent again', async () => {
    const errors: unknown[] = [];
    const lines = ['broken'];
    const {
      link,
      visit: open,
      send,
      result,
      events,
    } = await ask({
      response: agreed,
      links: { onError: (error) => errors.push(error) },
      through: (desk) => ({
        async answer(...given) {
          const answered = await desk.answer(...given);
          if (lines.pop() === 'broken') throw new Error('The line broke');
          return answered;
        },
      }),
    });
    const failed = await send(await open(await link()), yes);
    expect(failed.status).toBe(503);
    expect(failed.text).toContain('Your answer was not sent. It is kept here');
    expect(fieldOf(failed, 'f1')).toContain('value="It broke"');
    expect(errors).toEqual([expect.objectContaining({ message: 'The line broke' })]);
    // Enter presses the button before the fields, and a click the one after them.
    const clicked = formOf(failed, yes);
    clicked.delete('do');
    clicked.append('do', 'send');
    const { text } = await open(failed.url, { method: 'POST', body: clicked });
    expect(text).toContain('Your answer was sent');
    expect((await send(failed, yes)).text).toContain('Your answer was sent');
    expect(await result()).toMatchObject({ action: 'accept' });
    expect(events.filter(({ type }) => type === 'settled')).toHaveLength(1);
  });

  it('shows a changed question again before it takes an answer to it', async () => {
    const check = ({ note }: { note: string }) => (note === 'It broke' ? [] : ['Not that.']);
    const { link, visit: open, send, desk, place } = await ask({ response: agreed, options: { check } });
    const url = await link();
    const [old, newer] = [await open(url), await open(url)];
    await send(newer, { f0: 'true', f1: 'No idea' });
    const late = await send(old, yes);
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('The question has changed')]);
    expect(fieldOf(late, 'f1')).toContain('value="It broke"');
    expect(await desk.open(people.bo, place)).toMatchObject({ outcome: 'waits', question: { attempt: 2 } });
    expect((await send(late, yes)).text).toContain('Your answer was sent');
  });

  it('starts with an answer that the host gave, and takes the one that was sent', async () => {
    const { link, visit: open, send, result } = await ask({ response: agreed });
    const page = await open(await link({ start: { agreed: true, note: 'Sole came off' } }));
    expect(fieldOf(page, 'f0')).toContain('checked');
    expect(fieldOf(page, 'f1')).toContain('value="Sole came off"');
    await send(page, { f1: 'Both soles' });
    expect(await result()).toMatchObject({ content: { agreed: false, note: 'Both soles' } });
  });

  it('speaks the language of the person', async () => {
    const { link, visit: open, send } = await ask({ response: agreed });
    const page = await open(await link({ locale: 'ar' }));
    expect(page.text).toContain('<html lang="ar" dir="rtl">');
    expect(page.text).toContain('رفض');
    const german = await open(await link({ locale: 'de-CH' }));
    expect(german.text).toContain('<html lang="de-CH" dir="ltr">');
    expect((await send(german, { f0: 'true', f1: 'no' })).text).toContain('muss mindestens 3 Zeichen lang sein');
    expect((await open(await link({ locale: 'no such language' }))).text).toContain('<html lang="en" dir="ltr">');
  });
});

describe('a page to open', () => {
  const url = 'https://sign.example/contract?for=bo';

  it.each([
    [undefined, true],
    ['~wait:signed', false],
  ])('is shown with its host, and ends when the person or the page says so (%s)', async (until, hasButton) => {
    const { link, visit: open } = await ask({
      response: z.object({}),
      through: (desk) => ({
        async open(who, at) {
          const opened = await desk.open(who, at);
          if (opened.outcome !== 'waits') return opened;
          return { ...opened, question: { ...opened.question, mode: 'url', url, until } };
        },
      }),
    });
    const page = await open(await link());
    expect(page.text).toContain('https://<strong>sign.example</strong>/contract?for=bo');
    expect(page.text).toMatch(/<a[^>]* href="https:\/\/sign.example\/contract\?for=bo"[^>]* rel="noopener noreferrer"/);
    expect(page.text.includes('value="send"')).toBe(hasButton);
  });
});

describe('a field', () => {
  const limited = question({
    response: z.object({ flightId: z.string() }),
    context: z.object({ flights: z.array(z.string()) }),
    choices: ({ flights }) => flights.map((id) => ({ value: { flightId: id }, label: `Flight ${id}` })),
  });

  it('of choices shows their titles, and sends what they mean', async () => {
    const { link, visit: open, send, result } = await ask({ response: limited, data: { flights: ['FL1', 'FL2'] } });
    const page = await open(await link());
    expect(page.text).toContain('<bdi>Flight FL2</bdi>');
    const value = /value="([^"]*)"[^>]*\/?><bdi>Flight FL2/.exec(page.text)?.[1]?.replaceAll('&#34;', '"') ?? '';
    await send(page, { f0: value });
    expect(await result()).toEqual({ action: 'accept', content: { flightId: 'FL2' } });
  });

  it.each([
    ['a text', z.string(), { f0: 'One\r\nTwo' }, 'One\nTwo'],
    ['an email', z.email(), { f0: 'ada@example.com' }, 'ada@example.com'],
    ['an address', z.url(), { f0: 'https://example.com/' }, 'https://example.com/'],
    ['a date', z.iso.date(), { f0: '2026-12-24' }, '2026-12-24'],
    ['a moment', z.iso.datetime(), { f0: '2026-12-24T18:30' }, '2026-12-24T17:30:00Z'],
    ['a number', z.number(), { f0: '12.5' }, 12.5],
    ['a whole number', z.int(), { f0: '-3' }, -3],
    ['yes', z.boolean(), { f0: 'true' }, true],
    ['no', z.boolean(), { f0: 'false' }, false],
    ['one of some', z.enum(['s', 'm', 'l']), { f0: '"m"' }, 'm'],
    ['one of many', z.enum(Array.from({ length: 20 }, (_, at) => `n${at}`)), { f0: '"n19"' }, 'n19'],
    ['one of numbers', z.union([z.literal(2), z.literal(4)]), { f0: '4' }, 4],
    ['several', z.array(z.enum(['a', 'b', 'c'])).min(1), { f0: ['"c"', '"a"'] }, ['a', 'c']],
    ['a list', z.array(z.string()), { f0: ['0', '7'], 'f0-0-0': 'x', 'f0-7-0': 'y' }, ['x', 'y']],
    ['JSON', z.record(z.string(), z.int()), { f0: '{"a": 1}' }, { a: 1 }],
  ])('for %s takes what a browser sends', async (_, response, entries, answer) => {
    const { link, visit: open, send, result } = await ask({ response: z.object({ it: response }) });
    const page = await open(await link({ timeZone: 'Europe/Berlin' }));
    const done = await send(page, entries);
    expect(done.text).toContain('Your answer was sent');
    expect(await result()).toEqual({ action: 'accept', content: { it: answer } });
  });

  it.each([
    ['a text', z.string(), { f0: '' }],
    ['an email', z.email(), { f0: 'ada' }],
    ['an address', z.url(), { f0: 'example' }],
    ['a date', z.iso.date(), { f0: '2026-02-30' }],
    ['a moment', z.iso.datetime(), { f0: 'noon' }],
    ['a number', z.number().max(9), { f0: '10' }],
    ['a whole number', z.int(), { f0: '1.5' }],
    ['yes or no', z.boolean(), {}],
    ['one of some', z.enum(['s', 'm']), { f0: '"xl"' }],
    ['one of many', z.enum(Array.from({ length: 20 }, (_, at) => `n${at}`)), { f0: '' }],
    ['several', z.array(z.enum(['a', 'b', 'c'])).max(2), { f0: ['"a"', '"b"', '"c"'] }],
    ['a list', z.array(z.string()).min(2), { f0: ['0'], 'f0-0-0': 'x' }],
    ['JSON', z.record(z.string(), z.int()), { f0: '{"a": ' }],
  ])('for %s says that what was entered does not fit, and shows it', async (_, response, entries) => {
    const { link, visit: open, send, desk, place } = await ask({ response: z.object({ it: response }) });
    const wrong = await send(await open(await link()), entries);
    expect(wrong.status).toBe(422);
    expect(wrong.text).toMatch(/id="f0[-\d]*-error"/);
    expect(wrong.text).toContain('aria-describedby="f0');
    expect(await desk.open(people.bo, place)).toMatchObject({ question: { attempt: 1 } });
  });

  it('of a list grows and shrinks by its buttons, and keeps what is in it', async () => {
    const guests = z.object({ guests: z.array(z.object({ name: z.string(), age: z.int() })) });
    const { link, visit: open, send, result } = await ask({ response: guests });
    const page = await open(await link());
    const one = await send(page, { do: 'add f0' });
    expect(one.status).toBe(200);
    const two = await send(one, { 'f0-0-0': 'Ada', do: 'add f0' });
    expect(two.text).toContain('value="Ada"');
    const left = await send(two, { 'f0-0-0': 'Ada', 'f0-1-0': 'Bo', 'f0-1-1': '7', do: 'remove f0 0' });
    expect(left.text).not.toContain('value="Ada"');
    await send(left, { 'f0-1-0': 'Bo', 'f0-1-1': '7' });
    expect(await result()).toMatchObject({ content: { guests: [{ name: 'Bo', age: 7 }] } });
  });

  it('inside an object stands in a group with its name', async () => {
    const home = z.object({ home: z.object({ city: z.string() }) });
    const { link, visit: open, send, result } = await ask({ response: home });
    const page = await open(await link());
    expect(page.text).toMatch(/<legend><bdi>Home<\/bdi>\s*<\/legend>/);
    await send(page, { f0: 'Lisbon' });
    expect(await result()).toMatchObject({ content: { home: { city: 'Lisbon' } } });
  });

  it('for a secret is never filled in again', async () => {
    const { link, visit: open, send } = await ask({ response: z.object({ password: z.string(), name: z.string() }) });
    const wrong = await send(await open(await link()), { f0: 'hunter22', f1: '' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).not.toContain('hunter22');
    expect(wrong.text).toContain('Enter it again');
  });

  it('that was taken back stays so, whatever the schema begins with', async () => {
    const response = z.object({ size: z.enum(['s', 'm']).default('m'), name: z.string() });
    const { link, visit: open, send, result } = await ask({ response });
    const page = await open(await link());
    expect(page.text).toMatch(/value="&#34;m&#34;" checked/);
    const wrong = await send(page, { f0: '', f1: '' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).not.toMatch(/value="&#34;[sm]&#34;" checked/);
    await send(wrong, { f0: '', f1: 'Ada' });
    expect(await result()).toMatchObject({ content: { name: 'Ada' } });
  });

  it('is the question itself where the answer is one value', async () => {
    const { link, visit: open, send, result } = await ask({ response: z.enum(['Yes', 'No']) });
    const page = await open(await link());
    expect(page.text).toContain('aria-labelledby="asked"');
    await send(page, { f0: '"No"' });
    expect(await result()).toEqual({ action: 'accept', content: 'No' });
  });
});
