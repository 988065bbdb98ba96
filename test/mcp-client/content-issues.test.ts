import { expect, it } from 'vitest';
import { contentIssues } from '../../src/mcp-client/content-issues.ts';
import { createCompletions } from '../../src/mcp-client/completions.ts';
import { wordsIn } from '../../src/mcp-client/words.ts';
import { arabic } from '../../src/messages-ar.ts';
import { german } from '../../src/messages-de.ts';
import type { ElicitMessageOverrides } from '../../src/messages.ts';

const says = (content: unknown, messages: ElicitMessageOverrides = {}) =>
  contentIssues(schema, content, wordsIn({ locale: undefined, messages }));

const schema = {
  type: 'object',
  properties: {
    nights: { type: 'number', minimum: 1, maximum: 1000 },
    rooms: { type: 'integer', title: 'How many rooms' },
    name: { type: 'string', minLength: 2, maxLength: 3 },
    view: { type: 'string', enum: ['sea', 'street'] },
    extras: { type: 'array', items: { enum: ['bed', 'cot'] }, minItems: 1, maxItems: 1 },
    late: { type: 'boolean' },
    code: { type: 'string', pattern: '^[A-Z]{3}$' },
    slow: { type: 'string', pattern: '^(?=a)' },
  },
  required: ['name'],
};

it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  'refuses %s, which JSON would send as null',
  (nights) => {
    expect(says({ name: 'Ada', nights })).toEqual([{ path: ['nights'], message: expect.stringContaining('number') }]);
  },
);

it('takes a number', () => {
  expect(says({ name: 'Ada', nights: 1.5 })).toEqual([]);
});

it.each(['2', null, 2.5])('asks for a whole number in place of %j, and for no fraction', (rooms) => {
  const texts = [{}, german, arabic].map((messages) => says({ name: 'Ada', rooms }, messages)[0]?.message);
  expect(texts).toEqual(['whole number', 'ganze Zahl', 'عددًا صحيحًا'].map((words) => expect.stringContaining(words)));
});

it('sets a title that is a sentence apart from the sentence about it', () => {
  const titled = {
    type: 'object',
    properties: { guests: { type: 'integer', title: 'How many people?', maximum: 12 } },
    required: ['guests'],
  };
  const texts = [{ guests: 2.5 }, { guests: 13 }, {}].flatMap((content) =>
    contentIssues(titled, content, wordsIn({ locale: undefined, messages: {} })).map(({ message }) => message),
  );
  expect(texts).toEqual([
    '“How many people?” must be a whole number',
    '“How many people?” must be 12 or less',
    'Answer “How many people?”',
  ]);
});

it('says a title and a number as the form of the same schema does', () => {
  const titled = {
    type: 'object',
    properties: { seat: { type: 'number', title: 'مقعد', maximum: 1e21 } },
  };
  const [issue] = contentIssues(titled, { seat: 2e21 }, wordsIn({ locale: undefined, messages: {} }));
  // A title of another script is set apart, and no number is written out in all its digits.
  expect(issue?.message).toBe('\u2068مقعد\u2069 must be 1e+21 or less');
});

const wrong: [string, unknown, string, string, string][] = [
  ['name', undefined, 'Enter Name', 'Name', 'Name'],
  ['name', 'A', 'Name must be at least 2 characters', '2 Zeichen', 'حرفين'],
  ['name', 'Adas', 'Name must be at most 3 characters', '3 Zeichen', '٣ أحرف'],
  ['name', 4, 'Name cannot be read', 'Name', 'Name'],
  ['nights', 0, 'Nights must be 1 or more', '1', '١'],
  ['nights', 1001, 'Nights must be 1000 or less', '1000', '١٠٠٠'],
  ['rooms', 1.5, 'How many rooms must be a whole number', 'How many rooms', 'How many rooms'],
  ['view', 'wall', 'Choose another option for View', 'View', 'View'],
  ['extras', [], 'Choose at least 1 option for Extras', 'Extras', 'Extras'],
  ['extras', ['bed', 'cot'], 'Choose no more than 1 option for Extras', 'Extras', 'Extras'],
  ['extras', 'bed', 'Extras cannot be read', 'Extras', 'Extras'],
  ['late', 'yes', 'Late cannot be read', 'Late', 'Late'],
  ['code', 'abc', 'Code is not in the required format', 'Code', 'Code'],
  ['other', { deep: 1 }, 'other cannot be read', 'other', 'other'],
];

it.each(wrong)(
  'says what is wrong with %s: %j, in the words of forms',
  (name, value, inEnglish, inGerman, inArabic) => {
    const content = { name: 'Ada', ...(value !== undefined && { [name]: value }) };
    const given = value === undefined ? {} : content;
    const [english, de, ar] = [says(given), says(given, german), says(given, { ...arabic, locale: 'ar-EG' })];
    expect(english).toEqual([{ path: [name], message: inEnglish }]);
    expect(de).toEqual([{ path: [name], message: expect.stringContaining(inGerman) }]);
    expect(ar).toEqual([{ path: [name], message: expect.stringContaining(inArabic) }]);
    expect(new Set([english, de, ar].map(([issue]) => issue?.message)).size).toBe(3);
  },
);

it('leaves a pattern that only a server can run to it', () => {
  expect(says({ name: 'Ada', slow: 'b' })).toEqual([]);
});

it('says no more than a hundred things, each name once', () => {
  const names = Array.from({ length: 500 }, (_, index) => `n${index}`);
  const issues = contentIssues(
    { required: ['twice', 'twice', ...names] },
    {},
    wordsIn({ locale: undefined, messages: {} }),
  );
  expect(issues).toHaveLength(100);
  expect(issues.filter(({ path }) => path[0] === 'twice')).toHaveLength(1);
});

it('says of what is no answer at all that it does not fit', () => {
  expect(says('Ada')).toEqual([{ path: [], message: expect.stringContaining('does not fit') }]);
  expect(says('Ada', german)).toEqual([{ path: [], message: german.notes.problems.unfit }]);
});

it('tells of a page’s completion those who wait for it still, and nobody twice', () => {
  const completions = createCompletions();
  const told: string[] = [];
  const forget = completions.expect('page', () => told.push('declined'));
  completions.expect('page', () => told.push('open'));
  forget();
  completions.hear({ elicitationId: 'page' });
  completions.hear({ elicitationId: 'page' });
  expect(told).toEqual(['open']);
});
