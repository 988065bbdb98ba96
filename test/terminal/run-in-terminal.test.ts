import { all, race, spawn, suspend, withResolvers, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createAskTool, fromAskGenerator, type AskContext } from '../../src/ask.ts';
import { createMcpTool } from '../../src/plugin.ts';
import { runInTerminal } from '../../src/terminal.ts';
import { createScriptedProvider } from '../../src/testing.ts';
import { createGate } from '../faults/gate.ts';
import { controlC, controlU, createPerson, down, enter, escape } from './person.ts';

function toolThat<Result>(body: (ask: AskContext) => Operation<Result>, name = 'sign_up') {
  return createAskTool(name)
    .description('Sign somebody up')
    .parameters(z.object({}))
    .execute((_, ask) => body(ask));
}

/** Resolves to the error's facts. */
async function failure(promise: Promise<unknown>) {
  try {
    return { value: await promise };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return { code, message };
  }
}

function chunksOf(text: string, size: number): Buffer[] {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

describe('every word', () => {
  it('gives its typed answer, and asks again for one that does not fit', async () => {
    const person = createPerson();
    const result = runInTerminal(
      toolThat(function* (ask) {
        return {
          name: yield* ask.text('What is your name?', { minLength: 2 }),
          email: yield* ask.text('Your email?', { format: 'email' }),
          size: yield* ask.select('T-shirt?', { s: 'Small', m: 'Medium' }),
          seats: yield* ask.number('How many seats?', { min: 1, max: 9, integer: true, default: 1 }),
          day: yield* ask.date('Which day?', { min: '2026-01-01' }),
          extras: yield* ask.selectMany('Extras?', { lunch: 'Lunch', tour: 'City tour' }, { max: 1 }),
          isSent: yield* ask.confirm('Send it now?'),
        };
      }),
      {},
      person,
    );

    await person.enters('What is your name?', 'A');
    await person.sees('must be at least 2 characters');
    person.press('da', enter);
    await person.enters('Your email?', 'nope');
    await person.enters('Enter an email address', `${controlU}ada@example.com`);
    await person.sees('Medium');
    person.press(down, enter);
    await person.enters('From 1 to 9.', '2');
    await person.enters('must be 9 or less', `${controlU}3`);
    await person.enters('Which day?', '2026-02-30');
    await person.enters('Enter a real date', `${controlU}2025-12-31`);
    await person.enters('Choose 2026-01-01 or a later day.', `${controlU}2026-03-27`);
    await person.sees('City tour');
    person.press(' ', down, ' ', enter);
    await person.sees('Choose no more than 1 option');
    await person.sees('City tour');
    person.press(' ', enter);
    await person.sees('Send it now?');
    person.press('y');

    expect(await result).toEqual({
      name: 'Ada',
      email: 'ada@example.com',
      size: 'm',
      seats: 3,
      day: '2026-03-27',
      extras: ['tour'],
      isSent: true,
    });
  });

  it('shows logs and progress', async () => {
    const person = createPerson();
    const result = runInTerminal(
      toolThat(function* (ask) {
        yield* ask.log('warning', 'This takes a while');
        yield* ask.progress('Sending…', 1, 2);
        const name = yield* ask.text('And your name?');
        yield* ask.progress('Almost done');
        return name;
      }),
      {},
      person,
    );
    await person.sees('This takes a while');
    await person.sees('Sending… (1 of 2)');
    await person.enters('And your name?', 'Ada');
    expect(await result).toBe('Ada');
    await person.sees('Almost done');
  });

  it('searches many choices, and takes text of several lines', async () => {
    const person = createPerson();
    const cities = Array.from({ length: 30 }, (_, index) => `City ${index}`);
    const result = runInTerminal(
      toolThat(function* (ask) {
        const city = yield* ask.select('Which city?', cities);
        return { city, note: yield* ask.text('Anything else?', { maxLength: 500 }) };
      }),
      {},
      person,
    );
    await person.sees('Which city?');
    person.press('City 17');
    await person.sees('(1 match)');
    person.press(enter);
    await person.sees('Anything else?');
    await person.sees('Press Enter twice to send.');
    person.press('one', enter, 'two', enter, enter);
    expect(await result).toEqual({ city: 'City 17', note: 'one\ntwo' });
  });
});

const many = Array.from({ length: 20 }, (_, index) => `City ${index}`);
const long = 'A question that is much longer than a narrow terminal is wide';
const hint = 'A hint that is also longer than such a terminal is wide';

it.each<[string, (ask: AskContext) => Operation<unknown>]>([
  ['text', (ask) => ask.text(long, { description: hint })],
  ['text of several lines', (ask) => ask.text(long, { description: hint, maxLength: 500 })],
  ['confirm', (ask) => ask.confirm(long, { description: hint })],
  ['select', (ask) => ask.select(long, ['S', 'M'], { description: hint })],
  ['select with a search', (ask) => ask.select(long, many, { description: hint })],
  ['selectMany', (ask) => ask.selectMany(long, ['S', 'M'], { description: hint, max: 1 })],
  ['selectMany with a search', (ask) => ask.selectMany(long, many, { description: hint, max: 1 })],
  ['password', (ask) => ask.password(long)],
])('in a narrow terminal, each line of a %s has one bar, and fits', async (_, body) => {
  const person = createPerson({ columns: 40 });
  const result = failure(runInTerminal(toolThat(body), {}, person));
  await person.sees('terminal is wide');
  const [first = '', ...lines] = person
    .shown()
    .slice(person.shown().indexOf('◆'))
    .split('\n')
    .map((line) => line.trimEnd());
  expect(first).toMatch(/^◆ {2}A question/);
  const heading = lines.slice(0, lines.findLastIndex((line) => line.endsWith('is wide')) + 1);
  expect(heading.length).toBeGreaterThan(0);
  for (const line of heading) expect(line).toMatch(/^│ {2}[^│]{1,37}$/);
  person.press(controlC);
  await result;
});

describe('the search of a long list', () => {
  const rows = Array.from({ length: 8 }, (_, index) => index + 1).concat(12, 14, 15, 16);
  const seats = rows.flatMap((row) => [`${row}A`, `${row}B`]);
  const gates = Array.from({ length: 20 }, (_, index) => `Gate ${20 - index}`);

  it('finds what is shown, not a hidden position', async () => {
    const person = createPerson();
    const tool = createMcpTool('seat')
      .description('Choose a seat')
      .parameters(z.object({}))
      .elicits({ seat: z.object({ seat: z.enum(seats), backup: z.enum(seats).optional() }) })
      .execute((_, ctx) => ctx.elicit('seat', { message: 'Which seat?' }));
    const result = runInTerminal(tool, {}, person);
    await person.sees('● 1A');
    person.press('12');
    await person.sees('(2 matches)');
    await person.sees('● 12A');
    person.press(enter);
    await person.sees('Backup (optional)');
    person.press('no');
    await person.sees('(1 match)');
    person.press(controlU, 'NONE');
    await person.sees('No matches found');
    person.press(controlU, '16b');
    await person.sees('● 16B');
    person.press(enter);
    expect(await result).toEqual({ action: 'accept', content: { seat: '12A', backup: '16B' } });
  });

  it('of labels finds neither a position nor a value', async () => {
    const person = createPerson();
    const choices = Object.fromEntries(seats.map((seat, index) => [`id-${index}`, `Seat ${seat}`]));
    const result = runInTerminal(
      toolThat((ask) => ask.select('Which seat?', choices)),
      {},
      person,
    );
    await person.sees('Which seat?');
    person.press('11');
    await person.sees('No matches found');
    person.press(controlU, 'id-3');
    await person.sees('No matches found');
    person.press(controlU, 'seat 3b');
    await person.sees('● Seat 3B');
    person.press(enter);
    expect(await result).toBe('id-5');
  });

  it('has the exact match first, then labels that begin so', async () => {
    const person = createPerson();
    const result = runInTerminal(
      toolThat(function* (ask) {
        return [yield* ask.select('First?', gates), yield* ask.select('Second?', gates)];
      }),
      {},
      person,
    );
    await person.sees('First?');
    person.press('gate 1');
    await person.sees('● Gate 1\n');
    await person.sees('○ Gate 19\n');
    person.press(enter);
    await person.sees('Second?');
    person.press('gate 1');
    await person.sees('● Gate 1\n');
    person.press(down);
    await person.sees('● Gate 19\n');
    person.press(enter);
    expect(await result).toEqual(['Gate 1', 'Gate 19']);
  });

  it('finds a description, which every row shows', async () => {
    const person = createPerson();
    const about = (seat: string) => ({ title: seat, description: seat.endsWith('A') ? 'Window' : 'Aisle' });
    const schema = z.union(seats.map((seat) => z.literal(seat).meta(about(seat))));
    const result = runInTerminal(
      toolThat((ask) => ask.elicit({ message: 'Which seat?', schema: z.object({ seat: schema }) })),
      {},
      person,
    );
    await person.sees('○ 2B (Aisle)');
    person.press('aisle');
    await person.sees('(12 matches)');
    await person.sees('● 1B (Aisle)');
    await person.sees('○ 2B (Aisle)');
    person.press(enter);
    expect(await result).toEqual({ action: 'accept', content: { seat: '1B' } });
  });

  it('answers nothing while nothing matches', async () => {
    const person = createPerson();
    const result = runInTerminal(
      toolThat((ask) => ask.select('Which city?', many)),
      {},
      person,
    );
    await person.sees('Which city?');
    person.press('Oslo');
    await person.sees('No matches found');
    person.press(enter);
    await person.sees('Choose one that matches');
    person.press(controlU, 'city 7');
    await person.sees('● City 7');
    person.press(enter);
    expect(await result).toBe('City 7');
  });

  it('of a list to mark takes no search for a mark', async () => {
    const person = createPerson();
    const result = runInTerminal(
      toolThat((ask) => ask.selectMany('Which cities?', many)),
      {},
      person,
    );
    await person.sees('Which cities?');
    person.press('17');
    await person.sees('(1 match)');
    person.press(enter);
    await person.sees('Mark a match with Tab, or clear the search');
    await person.sees('Search');
    person.press('17');
    await person.sees('(1 match)');
    person.press('\t');
    await person.sees('◼ City 17');
    person.press(controlU, 'Oslo');
    await person.sees('No matches found');
    person.press(enter);
    await person.sees('Mark a match with Tab, or clear the search');
    await person.sees('◼ City 17');
    person.press(enter);
    expect(await result).toEqual(['City 17']);
  });
});

it('what is pasted is text: no line break sends an answer, and no control character is a key', async () => {
  const person = createPerson();
  const paste = (text: string) => `\u001B[200~${text}\u001B[201~`;
  const result = runInTerminal(
    toolThat(function* (ask) {
      const name = yield* ask.text('Your name?');
      const note = yield* ask.text('Anything else?', { maxLength: 500 });
      const handle = yield* ask.password('Password?');
      const secret = yield* ask.step('length', function* () {
        return (yield* ask.secret(handle)).length;
      });
      return { name, note, secret };
    }),
    {},
    person,
  );
  await person.sees('Your name?');
  // In parts, as a long text comes. One part ends within a letter.
  for (const part of chunksOf(paste('Ada\r\nLovelace, Gräfin\t\u0003\u001B\r'), 7)) person.press(part);
  await person.sees('Gräfin');
  person.press(enter);
  await person.sees('Anything else?');
  person.press(paste('one\r\rtwo\nthree'), enter, enter);
  await person.enters('Password?', paste('horse\n'));
  expect(await result).toEqual({ name: 'Ada Lovelace, Gräfin ', note: 'one\n\ntwo\nthree', secret: 5 });
  // The shell gets its own way of pasting back.
  expect(person.raw().lastIndexOf('\u001B[?2004l')).toBeGreaterThan(person.raw().lastIndexOf('\u001B[?2004h'));
});

it('an answer that is missing is asked for in words, not by the name of its field', async () => {
  const person = createPerson();
  const result = failure(
    runInTerminal(
      toolThat(function* (ask) {
        yield* ask.text('Your name?');
        yield* ask.selectMany('Which?', ['S', 'M'], { min: 1 });
      }),
      {},
      person,
    ),
  );
  await person.enters('Your name?', '');
  await person.enters('Enter your answer', 'Ada');
  await person.sees('Which?');
  person.press(enter);
  await person.sees('Choose at least 1 option for your answer');
  person.press(controlC);
  expect(await result).toMatchObject({ code: 'TERMINAL_STOPPED' });
});

describe('without an answer', () => {
  it('Escape declines a question', async () => {
    const person = createPerson();
    const result = runInTerminal(
      toolThat(function* (ask) {
        const note = yield* ask.text.optional('Anything else?');
        try {
          return yield* ask.confirm('Sure?');
        } catch (error) {
          return { note, reason: (error as { reason: string }).reason };
        }
      }),
      {},
      person,
    );
    await person.sees('Anything else?');
    person.press(escape);
    await person.sees('Sure?');
    person.press(escape);
    expect(await result).toEqual({ note: undefined, reason: 'declined' });
  });

  it('a question shows its deadline, and ends when it passes', async () => {
    const person = createPerson();
    const result = runInTerminal(
      toolThat(function* (ask) {
        try {
          return yield* ask.text('Quick, your name?', { timeout: 300 });
        } catch (error) {
          const { reason } = error as { reason: string };
          return { reason, next: yield* ask.text('And now?') };
        }
      }),
      {},
      person,
    );
    await person.sees('Quick, your name?');
    await person.sees('Answer by');
    await person.sees('Time is up: Quick, your name?');
    await person.enters('And now?', 'Ada');
    expect(await result).toEqual({ reason: 'expired', next: 'Ada' });
  });

  it('Ctrl-C stops the call, and its clean-up runs', async () => {
    const person = createPerson();
    const done: string[] = [];
    const result = runInTerminal(
      toolThat(function* (ask) {
        try {
          return yield* ask.text('Your name?');
        } catch {
          return 'It went on.';
        } finally {
          done.push('cleaned up');
        }
      }),
      {},
      person,
    );
    await person.sees('Your name?');
    person.press(controlC);
    expect(await failure(result)).toMatchObject({ code: 'TERMINAL_STOPPED' });
    expect(done).toEqual(['cleaned up']);
    expect(person.input.isRaw).toBe(false);
    expect(person.shown()).not.toContain('Not asked any more');
  });

  it('a signal stops the call, also between questions', async () => {
    const person = createPerson();
    const stop = new AbortController();
    const done: string[] = [];
    const result = runInTerminal(
      toolThat(function* (ask) {
        yield* ask.step('wait', function* () {
          try {
            done.push('began');
            yield* suspend();
          } finally {
            done.push('cleaned up');
          }
        });
      }),
      {},
      { ...person, signal: stop.signal },
    );
    await expect.poll(() => done).toEqual(['began']);
    stop.abort();
    expect(await failure(result)).toMatchObject({ code: 'TERMINAL_STOPPED' });
    expect(done).toEqual(['began', 'cleaned up']);
  });

  it('the end of the input stops the call', async () => {
    const person = createPerson();
    const result = runInTerminal(
      toolThat((ask) => ask.text('Your name?')),
      {},
      person,
    );
    await person.sees('Your name?');
    person.input.end();
    expect(await failure(result)).toMatchObject({ code: 'TERMINAL_STOPPED' });
  });
});

describe('several questions', () => {
  it('two tools at once are asked one after another, each by its name', async () => {
    const person = createPerson();
    const greet = (name: string) =>
      toolThat(function* (ask) {
        return `${name}: ${yield* ask.text('Your name?')}`;
      }, name);
    const results = Promise.all([
      runInTerminal(greet('first'), {}, person),
      runInTerminal(greet('second'), {}, person),
    ]);
    await person.enters('first: Your name?', 'Ada');
    await person.enters('second: Your name?', 'Grace');
    expect(await results).toEqual(['first: Ada', 'second: Grace']);
  });

  it('questions of one tool at once are asked one after another', async () => {
    const person = createPerson();
    const tool = createMcpTool('trip')
      .description('Plan a trip')
      .parameters(z.object({}))
      .elicits(
        { hotel: z.object({ name: z.string() }), car: z.object({ size: z.enum(['S', 'L']) }) },
        { concurrent: true },
      )
      .execute(function* (_, ctx) {
        const [hotel, car] = yield* all([
          ctx.elicit('hotel', { message: 'Which hotel?' }),
          ctx.elicit('car', { message: 'Which car?' }),
        ]);
        return { hotel, car };
      });
    const result = runInTerminal(tool, {}, person);
    await person.enters('Which hotel?', 'Ritz');
    await person.sees('Which car?');
    person.press(down, enter);
    expect(await result).toEqual({
      hotel: { action: 'accept', content: { name: 'Ritz' } },
      car: { action: 'accept', content: { size: 'L' } },
    });
  });

  it('a question that the tool no longer waits for goes away', async () => {
    const person = createPerson();
    const found = withResolvers<string>();
    const result = runInTerminal(
      toolThat(function* (ask) {
        const name = yield* race([ask.text('Who is it?'), ask.step('look up', () => found.operation)]);
        return `${name}, ${yield* ask.number('How old?')}`;
      }),
      {},
      person,
    );
    await person.sees('Who is it?');
    found.resolve('Ada');
    await person.sees('Not asked any more: Who is it?');
    await person.enters('How old?', '36');
    expect(await result).toBe('Ada, 36');
  });

  it('an answer that is still checked when the tool goes on does not count, and a line says so', async () => {
    const person = createPerson();
    const checking = createGate();
    const found = withResolvers<string>();
    const tool = createMcpTool('look')
      .description('Look somebody up')
      .parameters(z.object({}))
      .elicits({ who: z.object({ name: z.string() }) })
      .execute(function* (_, ctx) {
        const check = () => {
          checking.open();
          return new Promise<undefined>(() => undefined);
        };
        const asked = ctx.elicit('who', { message: 'Who is it?' }, { check });
        yield* race<Operation<unknown>>([asked, ctx.step('look up', () => found.operation)]);
        return yield* ctx.step('close', function* () {
          return 'found';
        });
      });
    const result = runInTerminal(tool, {}, person);
    await person.enters('Who is it?', 'Ada');
    await checking.opened;
    found.resolve('Grace');
    expect(await result).toBe('found');
    expect(person.shown()).toContain('Not asked any more: Who is it?');
  });

  it('what a tool logs while it asks comes after the question', async () => {
    const person = createPerson();
    const logged = withResolvers<void>();
    const result = runInTerminal(
      toolThat(function* (ask) {
        yield* spawn(function* () {
          yield* ask.step('wait', () => logged.operation);
          yield* ask.log('info', 'Meanwhile');
        });
        return yield* ask.text('Your name?');
      }),
      {},
      person,
    );
    await person.sees('Your name?');
    logged.resolve();
    person.press('Ada', enter);
    expect(await result).toBe('Ada');
    expect(person.shown().indexOf('Meanwhile')).toBeGreaterThan(person.shown().lastIndexOf('Your name?'));
  });
});

describe('questions with a schema', () => {
  it('leaves the input alone after each prompt, however many a question has', async () => {
    const person = createPerson();
    const schema = z.object({ a: z.string(), b: z.string(), c: z.string() });
    const result = runInTerminal(
      toolThat((ask) => ask.elicit({ message: 'Which?', schema })),
      {},
      person,
    );
    const listeners = () => ['data', 'end', 'keypress'].map((event) => person.input.listenerCount(event));
    await person.sees('A');
    const atFirst = listeners();
    await person.enters('_', '1');
    await person.enters('B', '2');
    await person.sees('C');
    expect(listeners()).toEqual(atFirst);
    person.press('3', enter);
    expect(await result).toEqual({ action: 'accept', content: { a: '1', b: '2', c: '3' } });
    expect(listeners()).toEqual([0, 0, 0]);
  });

  it('asks for each field, and again only for those with issues', async () => {
    const person = createPerson();
    const tool = createMcpTool('book')
      .description('Book')
      .parameters(z.object({}))
      .elicits({
        passenger: {
          response: z.object({
            fullName: z.string().min(1).describe('As in the passport'),
            meal: z.enum(['vegan', 'fish']).optional(),
            bags: z.array(z.object({ kilos: z.int().min(1) })).max(3),
          }),
          context: z.object({ flight: z.string() }),
        },
      })
      .execute(function* (_, ctx) {
        return yield* ctx.elicit(
          'passenger',
          { message: 'Who flies?', flight: 'SH142' },
          { check: ({ fullName }) => (fullName === 'Ada' ? [{ path: ['fullName'], message: 'Add a surname' }] : []) },
        );
      });
    const result = runInTerminal(tool, {}, person);
    await person.sees("flight: 'SH142'");
    await person.sees('Who flies?');
    await person.sees('Full name');
    await person.enters('As in the passport', 'Ada');
    await person.sees('Meal (optional)');
    person.press(down, enter);
    await person.sees('Add: Bags 1?');
    person.press('y');
    await person.enters('Bags 1: Kilos', '0');
    await person.enters('must be 1 or more', `${controlU}20`);
    await person.sees('Add: Bags 2?');
    person.press('n');
    await person.sees('Full name: Add a surname');
    await person.enters('Full name', ' Lovelace');
    expect(await result).toEqual({
      action: 'accept',
      content: { fullName: 'Ada Lovelace', meal: 'vegan', bags: [{ kilos: 20 }] },
    });
  });

  it('asks for an object in the answer under its name, and again only for what was refused in it', async () => {
    const person = createPerson();
    const seat = z.object({ row: z.int(), letter: z.string().refine((letter) => letter !== 'I', 'There is no I.') });
    const schema = z.object({ name: z.string(), seat, bag: z.object({ kilos: z.int() }).optional() });
    const tool = toolThat((ask) => ask.elicit({ message: 'Which seat?', schema }));
    const result = runInTerminal(tool, {}, person);
    await person.enters('Name', 'Ada');
    await person.sees('Seat');
    await person.enters('Row', '12');
    await person.enters('Letter', 'I');
    await person.sees('Bag (optional)');
    await person.enters('Kilos', '');
    await person.sees('There is no I.');
    await person.enters('Letter', `${controlU}A`);
    expect(await result).toEqual({ action: 'accept', content: { name: 'Ada', seat: { row: 12, letter: 'A' } } });
  });

  it('takes JSON for what no other field can hold, with its schema shown', async () => {
    const person = createPerson();
    const schema = z.object({ rows: z.tuple([z.int(), z.int()]) });
    const tool = toolThat((ask) => ask.elicit({ message: 'Which rows?', schema }));
    const result = runInTerminal(tool, {}, person);
    await person.sees('Which rows?');
    await person.sees('Rows');
    await person.enters('"prefixItems"', '[');
    await person.enters('Enter Rows as JSON', `${controlU}[1,"x"]`);
    await person.sees('Rows: 2');
    await person.enters('Rows', `${controlU}[1,2]`);
    expect(await result).toEqual({ action: 'accept', content: { rows: [1, 2] } });
  });

  it('takes JSON for a whole answer that no form can ask for', async () => {
    const person = createPerson();
    const schema = z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]);
    const tool = toolThat((ask) => ask.elicit({ message: 'Which one?', schema }));
    const result = runInTerminal(tool, {}, person);
    await person.sees('Which one?');
    await person.enters('JSON of this schema', '{"b":1}');
    expect(await result).toEqual({ action: 'accept', content: { b: 1 } });
  });

  it('asks to open a page', async () => {
    const person = createPerson();
    const tool = createMcpTool('pay')
      .description('Pay')
      .parameters(z.object({}))
      .elicits({}, { url: true })
      .execute((_, ctx) => ctx.elicit.url({ message: 'Please pay.', url: 'https://pay.example.com/1' }));
    const result = runInTerminal(tool, {}, person);
    await person.sees('https://pay.example.com/1');
    await person.sees('Open this page of pay.example.com');
    person.press('y');
    expect(await result).toEqual({ action: 'accept' });
  });

  it('lets no control character of a tool reach the terminal', async () => {
    const person = createPerson();
    const evil = '\u001B]0;owned\u0007\u001B[2J\u009B1A\u202E';
    const result = runInTerminal(
      toolThat(function* (ask) {
        yield* ask.log('info', `log${evil}`);
        yield* ask.progress(`progress${evil}\nnext`);
        yield* ask.select(`choose${evil}\n◆  Password?`, { a: `label${evil}` }, { description: `hint${evil}` });
        const schema = z.object({ [`name${evil}`]: z.string() });
        return yield* ask.elicit({ message: `elicit${evil}`, schema });
      }),
      {},
      person,
    );
    await person.sees('label');
    person.press(enter);
    await person.enters('elicit', 'x');
    await result;
    for (const one of ['\u001B]0', '\u001B[2J', '\u0007', '\u009B', '\u202E', '\n◆  Password?']) {
      expect(person.raw()).not.toContain(one);
    }
    expect(person.shown()).toContain('◆  Password?');
  });
});

describe('passwords', () => {
  it('are typed hidden, and only a step reads them', async () => {
    const person = createPerson();
    const used: string[] = [];
    const result = runInTerminal(
      toolThat(function* (ask) {
        const handle = yield* ask.password('Your password?');
        yield* ask.step('log in', function* () {
          used.push(yield* ask.secret(handle));
        });
        return handle;
      }),
      {},
      person,
    );
    await person.sees('Your password?');
    person.press(enter);
    await person.sees('Enter it, or press Escape');
    person.press('correct horse', enter);
    expect(await result).toMatch(/^[\da-f-]{36}$/);
    expect(used).toEqual(['correct horse']);
    expect(person.raw()).not.toContain('correct');
  });

  it('of a tool with a page are asked for in the terminal all the same', async () => {
    const person = createPerson();
    const tool = createAskTool('log_in')
      .description('Log in')
      .parameters(z.object({}))
      .execute(
        function* (_, ask) {
          const handle = yield* ask.password.optional('Your password?', { key: 'pin' });
          return handle === undefined ? 'declined' : yield* ask.step('log in', () => ask.secret(handle));
        },
        { secrets: { pageFor: () => 'https://example.com', read: () => 'of the page' } },
      );
    const typed = runInTerminal(tool, {}, person);
    await person.enters('Your password?', 'of the terminal');
    expect(await typed).toBe('of the terminal');

    const declined = runInTerminal(tool, {}, person);
    await person.sees('Your password?');
    person.press(escape);
    expect(await declined).toBe('declined');

    expect(await runInTerminal(tool, {}, { ...person, answers: { pin: '1234' } })).toBe('1234');
  });

  it('of a generator that yields plain questions are its own', async () => {
    const person = createPerson();
    const about = { description: 'Log in', parameters: z.object({}) };
    const tool = fromAskGenerator('log_in', about, function* () {
      yield { emit: 'progress', message: 'Starting', value: 0.5 };
      const password = yield { ask: 'password', message: 'Your password?' };
      return [password, yield { ask: 'text', message: 'Your name?' }];
    });
    const result = runInTerminal(tool, {}, person);
    await person.sees('Starting (50 %)');
    await person.enters('Your password?', 'horse');
    await person.enters('Your name?', 'Ada');
    expect(await result).toEqual(['horse', 'Ada']);
  });
});

describe('the model', () => {
  const tool = toolThat(function* (ask) {
    return (yield* ask.sample({ prompt: 'Name a city' })).text;
  });

  it('is the provider', async () => {
    const person = createPerson();
    const provider = createScriptedProvider([{ text: 'Paris' }]);
    expect(await runInTerminal(tool, {}, { ...person, provider })).toBe('Paris');
  });

  it('is missing, which the tool hears', async () => {
    const person = createPerson();
    expect(await failure(runInTerminal(tool, {}, person))).toMatchObject({
      code: 'SAMPLE_FAILED',
      message: expect.stringContaining(
        'Give runInTerminal a { provider }, or export one as "provider" from the file that elicitkit run gets.',
      ) as string,
    });
    const needy = createMcpTool('needy')
      .description('Ask the model')
      .parameters(z.object({}))
      .elicits({})
      .requires({ sampling: true })
      .execute(function* () {
        return '';
      });
    expect(await failure(runInTerminal(needy, {}, person))).toMatchObject({ code: 'MISSING_NEED' });
  });
});

describe('without a terminal', () => {
  const here = () => {
    const person = createPerson();
    person.input.isTTY = false;
    return person;
  };
  const tool = createAskTool('sign_up')
    .description('Sign somebody up')
    .parameters(z.object({ event: z.string() }))
    .execute(function* ({ event }, ask) {
      yield* ask.progress('Looking up', 1, 2);
      const name = yield* ask.text('Your name?');
      const email = yield* ask.text('Your email?', { format: 'email' });
      const note = yield* ask.text.optional('Anything else?', { key: 'note' });
      return { event, name, email, note, isSent: yield* ask.confirm('Send?') };
    });
  const params = { event: 'party' };

  it('takes the answers by their names', async () => {
    const person = here();
    const answers = { 'text-1': 'Ada', 'text-2': 'ada@example.com', note: null, 'confirm-1': true };
    const result = await runInTerminal(tool, params, { ...person, answers });
    expect(result).toEqual({ event: 'party', name: 'Ada', email: 'ada@example.com', note: undefined, isSent: true });
    expect(person.raw()).toContain('Looking up (1 of 2)\n');
    expect(person.raw()).not.toContain('\u001B');
  });

  it('says of each answer that was given before how it ends its question', async () => {
    const person = here();
    const answers = { 'text-1': 'Ada', 'text-2': 'ada@example.com', note: null, 'confirm-1': true };
    await runInTerminal(tool, params, { ...person, answers });
    expect(person.raw()).toContain(
      'Your name?\n(Ada)\nYour email?\n(ada@example.com)\nAnything else?\n(skipped)\nSend?\n(yes)',
    );
  });

  it('says of an answer that was given before what it chose, and nothing secret', async () => {
    const person = here();
    const dress = createAskTool('dress')
      .description('Dress')
      .parameters(z.object({}))
      .execute(function* (_, ask) {
        yield* ask.select('T-shirt?', { s: 'Small', m: 'Medium' });
        yield* ask.selectMany('Extras?', { lunch: 'Lunch', tour: 'City tour', bus: 'Bus' });
        return yield* ask.elicit({
          message: 'Which lock?',
          schema: z.object({ pin: z.enum(['1', '2']) }),
          key: 'lock',
        });
      });
    const answers = { 'select-1': 'm', 'selectMany-1': ['lunch', 'bus'], lock: { pin: '2' } };
    await runInTerminal(dress, {}, { ...person, answers });
    expect(person.raw()).toBe('T-shirt?\n(Medium)\nExtras?\n(Lunch · Bus)\nWhich lock?\n(answered)\n');
  });

  it('says nothing of an answer that comes too late for its question', async () => {
    const person = here();
    const hasty = toolThat(function* (ask) {
      const first = yield* race([
        ask.elicit({ message: 'Which flight?', schema: z.object({ id: z.string() }), key: 'flight' }),
        ask.step('look', function* () {
          return 'found';
        }),
      ]);
      return first;
    });
    expect(await runInTerminal(hasty, {}, { ...person, answers: { flight: { id: 'FL1' } } })).toBe('found');
    expect(person.raw()).toBe('');
  });

  it('fails at the first question without an answer, with its schema', async () => {
    const error = await runInTerminal(tool, params, { ...here(), answers: { 'text-1': 'Ada' } }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({
      code: 'TERMINAL_UNANSWERED',
      message: expect.stringContaining('"text-2"') as string,
      question: { name: 'text-2', message: 'Your email?', schema: { type: 'string', format: 'email' } },
    });
  });

  it('fails at an answer that does not fit', async () => {
    const answers = { 'text-1': 'Ada', 'text-2': 'nope' };
    expect(await failure(runInTerminal(tool, params, { ...here(), answers }))).toMatchObject({
      code: 'TERMINAL_REFUSED',
      message: expect.stringContaining('Invalid email') as string,
    });
  });

  it('numbers a question that is asked again', async () => {
    const guess = createMcpTool('guess')
      .description('Guess')
      .parameters(z.object({}))
      .elicits({ guess: z.int() })
      .execute(function* (_, ctx) {
        const first = yield* ctx.elicit('guess', { message: 'A number?' });
        const second = yield* ctx.elicit('guess', { message: 'Wrong. And now?' });
        return [first, second];
      });
    expect(await runInTerminal(guess, {}, { ...here(), answers: { guess: 1, 'guess-2': 2 } })).toEqual([
      { action: 'accept', content: 1 },
      { action: 'accept', content: 2 },
    ]);
  });

  it('starts in a terminal with the answer that was refused', async () => {
    const person = createPerson();
    const guess = createMcpTool('guess')
      .description('Guess')
      .parameters(z.object({}))
      .elicits({ guess: z.object({ word: z.string(), size: z.enum(['S', 'M', 'L']) }) })
      .execute((_, ctx) => {
        let times = 0;
        return ctx.elicit('guess', { message: 'Which?' }, { check: () => (times++ === 0 ? ['No.'] : undefined) });
      });
    const content = { word: 'tea', size: 'L' };
    const result = runInTerminal(guess, {}, { ...person, answers: { guess: content } });
    await person.sees('tea');
    person.press(enter);
    await person.sees('Size');
    person.press(enter);
    expect(await result).toEqual({ action: 'accept', content });
  });

  it('asks in a terminal what the answers leave open, or do not fit', async () => {
    const person = createPerson();
    const answers = { 'text-1': 'Ada', 'text-2': 'nope', 'confirm-1': false };
    const result = runInTerminal(tool, params, { ...person, answers });
    await person.sees('Invalid email');
    await person.enters('Your email?', `${controlU}ada@example.com`);
    await person.enters('Anything else?', 'No');
    expect(await result).toMatchObject({ email: 'ada@example.com', note: 'No', isSent: false });
  });
});

describe('a call', () => {
  it('is refused with arguments that do not fit, and without a body', async () => {
    const tool = createAskTool('add')
      .description('Add')
      .parameters(z.object({ count: z.int() }));
    const person = createPerson();
    const whole = tool.execute((_, ask) => ask.text('Which?'));
    expect(await failure(runInTerminal(whole, { count: 'x' } as never, person))).toMatchObject({
      code: 'INVALID_ARGUMENTS',
      message: expect.stringContaining('count') as string,
    });
    expect(() => runInTerminal(tool as never, {} as never, person)).toThrow(TypeError);
  });

  it('ends when the tool runs for too long, without the time of its questions', async () => {
    const person = createPerson();
    const slow = toolThat(function* (ask) {
      const reason = yield* asked(ask);
      yield* ask.log('info', reason);
      yield* suspend();
    });
    function* asked(ask: AskContext) {
      try {
        return yield* ask.text('Your name?', { timeout: 400 });
      } catch (error) {
        return (error as { reason: string }).reason;
      }
    }
    const result = failure(runInTerminal(slow, {}, { ...person, limits: { timeout: 200 } }));
    await person.sees('expired');
    expect(await result).toMatchObject({ code: 'TOOL_TIMEOUT' });
  });

  it('that throws gives the error itself', async () => {
    const person = createPerson();
    const error = new RangeError('no seats');
    const tool = toolThat(function* (ask) {
      yield* ask.progress('Looking');
      throw error;
    });
    await expect(runInTerminal(tool, {}, person)).rejects.toBe(error);
  });

  it('gives what the tool returns itself, and refuses what no model could read', async () => {
    const value = { at: new Date(0) };
    const returning = (given: unknown) =>
      toolThat(function* () {
        return given;
      });
    expect(await runInTerminal(returning(value), {}, createPerson())).toBe(value);
    expect(await failure(runInTerminal(returning(new Map()), {}, createPerson()))).toMatchObject({ code: 'NOT_JSON' });
  });

  it('ends with what a check throws, and with its clean-up', async () => {
    const person = createPerson();
    const fault = new RangeError('no database');
    const done: string[] = [];
    const tool = createMcpTool('guess')
      .description('Guess')
      .parameters(z.object({}))
      .elicits({ guess: z.int() })
      .execute(function* (_, ctx) {
        const check = () => {
          throw fault;
        };
        try {
          return yield* ctx.elicit('guess', { message: 'A number?' }, { check });
        } finally {
          done.push('cleaned up');
        }
      });
    const result = runInTerminal(tool, {}, person).catch((error: unknown) => error);
    await person.enters('A number?', '7');
    expect(await result).toBe(fault);
    expect(done).toEqual(['cleaned up']);
  });
});

describe('a question with one field', () => {
  it('whose field has only a name is asked by its message, and by its title where it has one', async () => {
    const person = createPerson();
    const terms = z.object({ accepted: z.boolean().meta({ title: 'I accept the terms' }) });
    const tool = createMcpTool('pay')
      .description('Pay')
      .parameters(z.object({}))
      .elicits({ sure: z.object({ confirmed: z.boolean() }), terms })
      .execute(function* (_, ctx) {
        yield* ctx.elicit('sure', { message: 'Pay now?' });
        return (yield* ctx.elicit('terms', { message: 'One more thing.' })).action;
      });
    const result = runInTerminal(tool, {}, person);
    await person.sees('Pay now?');
    await person.sees('Yes /');
    person.press('y');
    await person.sees('I accept the terms');
    await person.sees('Yes /');
    person.press('y');

    expect(await result).toBe('accept');
    expect(person.shown()).not.toContain('Confirmed');
  });

  it('says once that many options can be searched', async () => {
    const person = createPerson();
    const many = Array.from({ length: 20 }, (_, at) => `City ${at}`);
    const result = runInTerminal(
      toolThat((ask) => ask.select('Which city?', many)),
      {},
      person,
    );
    await person.sees('20 options');
    person.press(enter);

    expect(await result).toBe('City 0');
    expect(person.shown()).toContain('Search: 20 options');
  });
});

describe('a tool that waits for the host', () => {
  const tool = createMcpTool('pay')
    .description('Pay')
    .parameters(z.object({}))
    .elicits({})
    .execute(function* (_, ctx) {
      yield* ctx.waitFor.token('paid');
      const schema = z.object({ by: z.string() });
      const paid = yield* ctx.waitFor('paid', { schema, timeout: 60_000, message: 'Waiting for the payment' });
      return paid.action === 'accept' ? paid.content.by : paid.reason;
    });

  it('says what for, and Ctrl-C stops it', async () => {
    const person = createPerson();
    const result = failure(runInTerminal(tool, {}, person));
    await person.sees('Waiting for the payment');
    process.emit('SIGINT');
    expect(await result).toMatchObject({ code: 'TERMINAL_STOPPED' });
  });

  it('takes a value that was given before, by its name', async () => {
    const answers = { paid: { by: 'Ada' } };
    expect(await runInTerminal(tool, {}, { ...createPerson(), answers })).toBe('Ada');
  });
});

describe('a question for somebody else', () => {
  it('says whom it is for, since whoever is there answers it', async () => {
    const person = createPerson();
    const result = runInTerminal(
      toolThat((ask) => ask.confirm('Refund 40 euros?', { to: [{ role: 'shift_manager' }, { id: 'bo', name: 'Bo' }] })),
      {},
      person,
    );
    await person.sees('For Shift manager or Bo.');
    person.press('y', enter);
    expect(await result).toBe(true);
  });
});
