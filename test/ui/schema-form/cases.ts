import type { FormCase } from './form-case.ts';

type Rest = Omit<FormCase, 'name' | 'schema' | 'input'>;

const email = { type: 'string', format: 'email' };
const uri = { type: 'string', format: 'uri' };
const date = { type: 'string', format: 'date' };
const dateTime = { type: 'string', format: 'date-time' };
const berlin = { env: { timeZone: 'Europe/Berlin' } };
const colours = {
  type: 'string',
  oneOf: [
    { const: '#f00', title: 'Red' },
    { const: '#0f0', title: 'Green' },
  ],
};
const some = (more: object = {}) => ({ type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] }, ...more });

const tags = (more: object = {}) => ({ type: 'array', items: { type: 'string' }, ...more });
const people = {
  type: 'array',
  items: { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } }, required: ['name'] },
};
const withHome = (names: readonly string[]) => ({
  type: 'array',
  items: { type: 'object', properties: { name: { type: 'string' }, home: { type: 'object' } }, required: names },
});
const rows = (...items: readonly string[][]) => ({ rows: items });

/** Marks the only property of a case as required. */
const required = (schema: object) => ({ ...schema, [isRequired]: true });
const isRequired = Symbol('required');

const of = (properties: object, names: readonly string[] = []) => ({ type: 'object', properties, required: names });

/** What references lead to. */
const $defs = { Door: { type: 'string', enum: ['open', 'shut'], title: 'Door' } };

function one(name: string, schema: unknown, input: unknown, rest: Partial<FormCase>): FormCase {
  const isObject = typeof schema === 'object' && schema !== null;
  return {
    name,
    schema: { ...of({ v: schema }, isObject && isRequired in schema ? ['v'] : []), $defs },
    input: input === undefined ? {} : { v: input },
    ...rest,
  };
}

function sends(name: string, schema: unknown, input: unknown, value: unknown, rest: Rest = {}): FormCase {
  return one(name, schema, input, { expectAction: 'accept', expectContent: { v: value }, ...rest });
}

function leavesOut(name: string, schema: unknown, input: unknown, rest: Rest = {}): FormCase {
  return one(name, schema, input, { expectAction: 'accept', expectContent: {}, ...rest });
}

function fails(name: string, schema: unknown, input: unknown, code: string, rest: Rest = {}): FormCase {
  return one(name, schema, input, { expectError: { v: code }, ...rest });
}

function refuses(name: string, schema: unknown, code: string): FormCase {
  return { name, schema: of({ v: schema }, ['v']), expectRefusal: { v: code } };
}

/** What no other field can hold is typed as JSON. */
function takesJson(what: string, schema: object): FormCase[] {
  return [
    sends(`takes JSON for ${what}`, required(schema), '[1]', [1]),
    fails(`holds ${what} to JSON`, required(schema), '{', 'json'),
    fails(`asks for ${what}`, required(schema), ' ', 'required'),
  ];
}

function group(
  name: string,
  names: readonly string[],
  input: Record<string, unknown>,
  rest: Partial<FormCase>,
): FormCase {
  const at = of({ floor: { type: 'integer' } });
  const home = of({ city: { type: 'string' }, no: { type: 'integer' }, at }, ['city']);
  const isAccepted = 'expectContent' in rest && { expectAction: 'accept' };
  return { name, schema: of({ home }, names), input, ...isAccepted, ...rest };
}

function codeOf(schema: unknown): string {
  if (schema === true) return 'unsupported_type';
  return typeof schema === 'object' && schema !== null && '$ref' in schema ? 'unsupported_keyword:$ref' : 'empty_enum';
}

function refusesAll(name: string, schema: unknown, expectRefusal: Record<string, string>): FormCase {
  return { name, schema, expectRefusal };
}

/** The rules of each kind of field, by row name in `docs/forms.md`. */
export const cases: Readonly<Record<string, readonly FormCase[]>> = {
  string: [
    sends('keeps spaces and case as typed', { type: 'string' }, ' Zoë ', ' Zoë '),
    sends('turns line ends into newlines', { type: 'string' }, 'a\r\nb\rc', 'a\nb\nc'),
    leavesOut('leaves a blank answer out', { type: 'string' }, ' \n '),
    sends('sends a default that nobody touched', { type: 'string', default: 'Oslo' }, undefined, 'Oslo'),
    leavesOut('leaves a cleared default out', { type: 'string', default: 'Oslo' }, ''),
    leavesOut('ignores a default of another type', { type: 'string', default: 7 }, undefined),
    fails('asks for what is required', required({ type: 'string' }), '  ', 'required'),
    fails('counts code points up to minLength', { type: 'string', minLength: 2 }, '💩', 'minLength'),
    sends('counts code points up to maxLength', { type: 'string', maxLength: 1 }, '💩', '💩'),
    fails('refuses what is longer than maxLength', { type: 'string', maxLength: 3 }, 'abcd', 'maxLength'),
    fails('holds a pattern', { type: 'string', pattern: '^[A-Z]{2}$' }, 'ab', 'pattern'),
    sends('finds a pattern anywhere', { type: 'string', pattern: 'b' }, 'abc', 'abc'),
    sends('leaves a pattern that is none to the server', { type: 'string', pattern: '(' }, 'x', 'x'),
    fails('holds a pattern with many ways to go wrong', { type: 'string', pattern: '^(a+)+$' }, 'aab', 'pattern'),
    sends('leaves a pattern that looks ahead to the server', { type: 'string', pattern: '^(?=a)' }, 'b', 'b'),
    sends('ignores malformed limits', { type: 'string', minLength: '9', maxLength: -1 }, 'x', 'x'),
    sends('takes an unknown format for text', { type: 'string', format: 'constructor' }, 'x', 'x'),
    leavesOut('never sends null', { type: ['string', 'null'] }, ''),
    sends('looks through a union with null', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'x', 'x'),
  ],
  email: [
    sends('trims', email, ' Zoe+tag@Example.com ', 'Zoe+tag@Example.com'),
    ...['a@b', 'a..b@c.de', 'a@b..de', '.a@b.de', 'a@-b.de', 'ü@b.de', 'a@b@c.de', 'Zoë <a@b.de>', '@b.de'].map(
      (text) => fails(`refuses ${text}`, email, text, 'email'),
    ),
    leavesOut('leaves a blank one out', email, ' '),
    fails('holds the limits of its text', { ...email, maxLength: 5 }, 'ab@c.de', 'maxLength'),
  ],
  uri: [
    ...[
      'https://example.com/a?b=c#d',
      'http://[::1]:80/',
      'urn:isbn:0451450523',
      'mailto:a@b.de',
      'file:///tmp/x',
      'javascript:alert(1)',
    ].map((text) => sends(`sends ${text} as it is`, uri, text, text)),
    sends(
      'spells a host of another script out',
      uri,
      'https://bücher.example/ä',
      'https://xn--bcher-kva.example/%C3%A4',
    ),
    ...[
      'example.com',
      '/a/b',
      'https://',
      'https:///x',
      'http:x',
      'https://a b.de',
      'https://a.de/%zz',
      'https://a.de/<x>',
      'urn:',
      'urn:ä',
      'x://[zz]/',
    ].map((text) => fails(`refuses ${text}`, uri, text, 'uri')),
  ],
  date: [
    ...['Pacific/Kiritimati', 'America/Los_Angeles'].map((timeZone) =>
      sends(`sends the day as typed in ${timeZone}`, date, '2026-03-01', '2026-03-01', { env: { timeZone } }),
    ),
    sends('knows leap years', date, '2028-02-29', '2028-02-29'),
    ...['2026-02-29', '2026-13-01', '2026-00-10', '12026-03-01', '0000-01-01', '1/2/2026', 'x'].map((text) =>
      fails(`refuses ${text}`, date, text, 'date'),
    ),
    fails('tells half a date from none', date, { bad: '12/' }, 'date'),
    sends('sends a default as it is', { ...date, default: '2026-03-01' }, undefined, '2026-03-01'),
    leavesOut('ignores a default that is no day', { ...date, default: 'tomorrow' }, undefined),
    refuses('gives up on a limit that no date keeps', { ...date, minLength: 11 }, 'contradiction'),
  ],
  'date-time': [
    sends('sends UTC', dateTime, '2026-12-01T15:30', '2026-12-01T14:30:00Z', berlin),
    sends('keeps seconds', dateTime, '2026-07-01T15:30:45', '2026-07-01T13:30:45Z', berlin),
    sends('takes the earlier of a repeated hour', dateTime, '2026-10-25T02:30', '2026-10-25T00:30:00Z', berlin),
    fails('says that an hour is skipped', dateTime, '2026-03-29T02:30', 'time-gap', berlin),
    fails('refuses what is no time', dateTime, '2026-03-29T24:30', 'date-time', berlin),
    fails('refuses a moment without a four-digit year in UTC', dateTime, '9999-12-31T23:30', 'date-time', {
      env: { timeZone: 'America/Los_Angeles' },
    }),
    fails('tells half a time from none', dateTime, { bad: '07/01/' }, 'date-time'),
    sends(
      'sends an untouched default verbatim',
      { ...dateTime, default: '2026-07-01T15:30:45.123+05:30' },
      undefined,
      '2026-07-01T15:30:45.123+05:30',
    ),
    ...['2026-07-10T23:30:00', '2026-07-10T23:30'].map((start) =>
      sends(`reads ${start} in the zone`, { ...dateTime, default: start }, undefined, '2026-07-10T21:30:00Z', berlin),
    ),
    fails(
      'says that a default is skipped',
      { ...dateTime, default: '2026-03-29T02:30:00' },
      undefined,
      'time-gap',
      berlin,
    ),
    leavesOut('ignores a default that is no time', { ...dateTime, default: '2026-07-10T24:30:00' }, undefined),
  ],
  number: [
    ...(
      [
        ['42', 42],
        [' 42 ', 42],
        ['-3.5', -3.5],
        ['−5', -5],
        ['.5', 0.5],
        ['5.', 5],
        ['1e3', 1000],
        ['-0', 0],
        ['٣', 3],
        ['－１２．５', -12.5],
        ['＋３', 3],
        ['0.10', 0.1],
        ['1.0', 1],
        ['100e-2', 1],
        ['0e999', 0],
        ['0.1e0', 0.1],
        ['3.141592653589793', Math.PI],
        ['9007199254740994', 9_007_199_254_740_994],
        ['1e23', 1e23],
        ['1e-7', 1e-7],
        ['000000000000000000000012.500000000000000000000', 12.5],
      ] as const
    ).map(([text, value]) => sends(`reads "${text}"`, { type: 'number' }, text, value)),
    ...['abc', '1,5', '1_000', '0x10', '1e400', '--1', '12abc', 'Infinity', 'NaN', '.', '+', '1 2'].map((text) =>
      fails(`refuses "${text}"`, { type: 'number' }, text, 'number'),
    ),
    ...['9007199254740993', '-9007199254740993', '0.30000000000000004000001', '1.00000000000000000001', '1e-400'].map(
      (text) => fails(`refuses "${text}", which it cannot send exactly`, { type: 'number' }, text, 'unsafe'),
    ),
    leavesOut('leaves a blank answer out', { type: 'number' }, ' '),
    fails('asks for what is required', required({ type: 'number' }), '', 'required'),
    sends('sends a default of 0', { type: 'number', default: 0 }, undefined, 0),
    fails('holds minimum', { type: 'number', minimum: 18 }, '17.9', 'min'),
    sends('takes the bound itself', { type: 'number', minimum: 18, maximum: 18 }, '18', 18),
    fails('holds exclusiveMinimum', { type: 'number', exclusiveMinimum: 18 }, '18', 'min'),
    fails('holds exclusiveMaximum', { type: 'number', exclusiveMaximum: 18 }, '18', 'max'),
    fails('holds multipleOf', { type: 'number', multipleOf: 0.1 }, '0.25', 'step'),
    sends('counts steps as decimals', { type: 'number', multipleOf: 0.1 }, '0.3', 0.3),
    refuses(
      'gives up on bounds that exclude each other',
      { type: 'number', minimum: 2, exclusiveMaximum: 2 },
      'contradiction',
    ),
    fails('tells what cannot be read from nothing', { type: 'number' }, { bad: '1e' }, 'number'),
  ],
  integer: [
    sends('reads 5.0 as 5', { type: 'integer' }, '5.0', 5),
    sends('reads full-width digits', { type: 'integer' }, '１２', 12),
    fails('refuses 5.5', { type: 'integer' }, '5.5', 'integer'),
    fails('refuses what is no number', { type: 'integer' }, 'x', 'number'),
    fails('refuses what it cannot send exactly', { type: 'integer' }, '9007199254740993', 'unsafe'),
    fails('refuses what is all but whole', { type: 'integer' }, '1.00000000000000000001', 'unsafe'),
    refuses('gives up where no whole number fits', { type: 'integer', minimum: 0.2, maximum: 0.8 }, 'contradiction'),
    leavesOut('ignores a default that is not whole', { type: 'integer', default: 5.5 }, undefined),
  ],
  boolean: [
    sends('is false where it is required and unticked', required({ type: 'boolean' }), undefined, false),
    sends('sends a default', { type: 'boolean', default: true }, undefined, true),
    sends('sends a no', { type: 'boolean' }, false, false),
    leavesOut('leaves an optional one out until it is answered', { type: 'boolean' }, undefined),
    leavesOut('leaves a cleared answer out', { type: 'boolean' }, null),
  ],
  select: [
    fails('never chooses by itself', required(colours), undefined, 'required'),
    sends('sends the value and not the title', colours, { pick: 1 }, '#0f0', {
      expectOptions: { v: ['Red', 'Green'] },
    }),
    leavesOut('can be cleared', { type: 'string', enum: ['a', 'b'], default: 'a' }, { pick: null }),
    sends('sends a default', { type: 'string', enum: ['a', 'b'], default: 'b' }, undefined, 'b'),
    leavesOut('ignores a default that is not listed', { type: 'string', enum: ['a', 'b'], default: 'c' }, undefined),
    sends('reads enumNames', { type: 'string', enum: ['s', 'm'], enumNames: ['Small'] }, { pick: 1 }, 'm', {
      expectOptions: { v: ['Small', 'm'] },
    }),
    sends('offers the empty string', { type: 'string', enum: ['', 'a'] }, { pick: 0 }, '', {
      expectOptions: { v: ['(empty)', 'a'] },
    }),
    sends('keeps the type of numbers', { enum: [1, '1', true] }, { pick: 0 }, 1, {
      expectOptions: { v: ['1', '1', 'true'] },
    }),
    sends(
      'tells options of one title apart by their values',
      {
        oneOf: [
          { const: 'LHR', title: 'London' },
          { const: 'LGW', title: 'London' },
          { const: 'JFK', title: 'New York' },
        ],
      },
      { pick: 1 },
      'LGW',
      { expectOptions: { v: ['London (LHR)', 'London (LGW)', 'New York'] } },
    ),
    sends('tells names of enumNames apart too', { enum: ['s', 'm'], enumNames: ['Size', 'Size'] }, { pick: 0 }, 's', {
      expectOptions: { v: ['Size (s)', 'Size (m)'] },
    }),
    sends('offers only what fits the type', { type: 'integer', enum: ['1', 1, 1.5, null, {}] }, { pick: 0 }, 1),
    sends('lists equal values once', { type: 'string', enum: ['a', 'a', 'b'] }, { pick: 1 }, 'b'),
    sends(
      'reads a union of constants',
      { anyOf: [{ const: 'a' }, { const: 'b' }, { type: 'null' }] },
      { pick: 1 },
      'b',
    ),
    sends('reads one constant', { type: 'boolean', const: true }, { pick: 0 }, true),
    fails(
      'holds the limits beside the list',
      { type: 'string', enum: ['a', 'abc'], minLength: 2 },
      { pick: 0 },
      'option',
    ),
    fails('refuses an option that is not there', { type: 'string', enum: ['a'] }, { pick: 3 }, 'type'),
    refuses('gives up on an empty list', { type: 'string', enum: [] }, 'empty_enum'),
    refuses('gives up on a union of objects', { type: 'string', oneOf: [{ type: 'object' }] }, 'unsupported_union'),
    ...takesJson('two lists', { enum: ['a'], oneOf: [{ const: 'a' }] }),
  ],
  'multi-select': [
    sends('sends in the order of the schema', some(), { pick: [2, 0] }, ['a', 'c']),
    sends('sends the members of the default that it knows', some({ default: ['b', 'x'] }), undefined, ['b']),
    sends('sends [] where a default was cleared', some({ default: ['b'] }), { pick: [] }, []),
    leavesOut('leaves out what nobody touched', some(), undefined),
    leavesOut('leaves out what is optional and would be too few', some({ minItems: 1, default: ['b'] }), { pick: [] }),
    sends('sends [] where it is required', required(some()), undefined, []),
    fails('asks for as many as are required', required(some({ minItems: 1 })), undefined, 'minItems'),
    fails('holds minItems', some({ minItems: 2 }), { pick: [0] }, 'minItems'),
    fails('holds maxItems', some({ maxItems: 1 }), { pick: [0, 1] }, 'maxItems'),
    refuses('gives up where there are too few to choose from', some({ minItems: 4 }), 'contradiction'),
    ...takesJson('lists of lists', { type: 'array', items: { type: 'array', items: { type: 'string' } } }),
  ],
  list: [
    sends('sends what stands in its items, in their order', tags(), rows(['b'], ['a']), ['b', 'a']),
    leavesOut('leaves out what is optional and empty', tags(), undefined),
    sends('sends [] where it is required', required(tags()), undefined, []),
    sends('sends [] where a default was cleared', tags({ default: ['a'] }), rows(), []),
    sends('sends a default that nobody touched', tags({ default: ['a', 'b'] }), undefined, ['a', 'b']),
    fails('begins with as many items as are required', required(tags({ minItems: 1 })), undefined, 'required', {
      expectError: { 'v-0-0': 'required' },
    }),
    fails('asks for every item that is there', tags(), rows(['a'], [' ']), 'required', {
      expectError: { 'v-1-0': 'required' },
    }),
    fails('holds minItems', tags({ minItems: 2 }), rows(['a']), 'minItems'),
    fails('holds maxItems', tags({ maxItems: 1 }), rows(['a'], ['b']), 'maxItems'),
    fails('holds uniqueItems', tags({ uniqueItems: true }), rows(['a'], ['b'], ['a']), 'duplicate', {
      expectError: { 'v-2-0': 'duplicate' },
    }),
    fails(
      'compares no items that are wrong',
      { ...people, uniqueItems: true },
      rows(['Ada', 'x'], ['Ada', 'y']),
      'number',
      { expectError: { 'v-0-1': 'number', 'v-1-1': 'number' } },
    ),
    fails('holds the limits of an item', tags({ items: email }), rows(['a@b.de'], ['x']), 'email', {
      expectError: { 'v-1-0': 'email' },
    }),
    sends('takes numbers', { type: 'array', items: { type: 'integer' } }, rows(['1'], ['2']), [1, 2]),
    sends('takes days', { type: 'array', items: date }, rows(['2026-03-01']), ['2026-03-01']),
    sends('takes small objects', people, rows(['Ada', '36'], ['Zoë', '']), [{ name: 'Ada', age: 36 }, { name: 'Zoë' }]),
    sends('begins objects with the default', { ...people, default: [{ name: 'Ada' }, 7] }, rows(['Ada', '']), [
      { name: 'Ada' },
    ]),
    fails('tells what is wrong with every item', people, rows(['', 'x'], ['Ada', '1']), 'required', {
      expectError: { 'v-0-0': 'required', 'v-0-1': 'number' },
    }),
    leavesOut('names what it leaves out of an item', withHome([]), undefined),
    ...takesJson('items that require what it cannot ask', withHome(['home'])),
    ...takesJson('items that are not described', { type: 'array' }),
    ...takesJson('objects without properties', { type: 'array', items: { type: 'object' } }),
    refuses('gives up on more items than anybody fills in', tags({ minItems: 101 }), 'too_many_fields'),
    refuses('gives up on limits that exclude each other', tags({ minItems: 3, maxItems: 2 }), 'contradiction'),
    ...takesJson('tuples', { type: 'array', prefixItems: [{ type: 'string' }], items: email }),
  ],
  'outside the subset': [
    ...(
      [
        ['a reference to nothing', { $ref: '#/$defs/a' }],
        ['a reference to another document', { $ref: 'https://example.com/a.json' }],
        ['a reference to all of it', { $ref: '#' }],
        ['no schema', true],
        ['a choice of nothing', { enum: [] }],
      ] as const
    ).flatMap(([what, schema]) => [
      refuses(`gives up on ${what}`, schema, codeOf(schema)),
      leavesOut(`leaves ${what} out where it is optional`, schema, undefined, { expectOmitted: ['v'] }),
    ]),
    ...(
      [
        ['an object without properties', { type: 'object' }],
        ['several schemas at once', { allOf: [{ minItems: 1 }, { maxItems: 2 }] }],
        ['anything', {}],
        ['anything but a text', { not: { type: 'string' } }],
        ['501 options', { enum: Array.from({ length: 501 }, (_, index) => index) }],
        ['one of several objects', { oneOf: [{ type: 'object' }, { type: 'array' }] }],
      ] as const
    ).flatMap(([what, schema]) => [
      ...takesJson(what, schema).slice('type' in schema ? 1 : 0),
      leavesOut(`leaves ${what} out where it is optional`, schema, undefined, { expectOmitted: ['v'] }),
    ]),
    fails('takes no list for an object', required({ type: 'object' }), '[1]', 'json'),
    sends('takes an object in JSON', required({ type: 'object' }), '{"__proto__":1}', JSON.parse('{"__proto__":1}')),
    refusesAll('gives up on more than 100 fields', { $generate: { properties: 101 } }, { '': 'too_many_fields' }),
    refusesAll('gives up on what is no object', { type: 'string' }, { '': 'root_not_object' }),
    refusesAll('gives up on a reference to itself', { $ref: '#' }, { '': 'unsupported_keyword:$ref' }),
    ...['allOf', 'anyOf', 'not', 'if', 'minProperties', 'patternProperties', 'dependentRequired'].map(
      (keyword): FormCase => ({
        name: `takes all of it as JSON for ${keyword} at the root`,
        schema: { type: 'object', [keyword]: { a: 1 } },
        input: { '': '{"a":1}' },
        expectAction: 'accept',
        expectContent: { a: 1 },
      }),
    ),
    refusesAll(
      'gives up on a property that is required and not there',
      { type: 'object', required: ['toString'] },
      { toString: 'required_without_property' },
    ),
  ],
  'in other words': [
    sends('reads a reference', { $ref: '#/$defs/Door' }, { pick: 1 }, 'shut'),
    sends('reads the default beside a reference', { $ref: '#/$defs/Door', default: 'shut' }, undefined, 'shut'),
    sends('reads the label beside a reference', { $ref: '#/$defs/Door', title: 'Gate' }, { pick: 0 }, 'open', {
      expectLabel: { v: 'Gate' },
    }),
    sends('reads all of one', { allOf: [{ type: 'integer', maximum: 3 }], description: 'Now' }, '3', 3),
    fails('holds the limits in all of one', { allOf: [{ type: 'integer', maximum: 3 }], minimum: 1 }, '4', 'max'),
    leavesOut('sends no null', { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null }, undefined),
    sends('reads a value or null', { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null }, '4', 4),
    sends('reads a type or null', { type: ['integer', 'null'] }, '4', 4),
    sends('takes a text for a text or a number', { type: ['integer', 'string'], pattern: '^\\d+$' }, '12', '12'),
    fails('holds the limits of a text or a number', { type: ['integer', 'string'], pattern: '^\\d+$' }, 'x', 'pattern'),
    sends('takes a number for a number or yes or no', { anyOf: [{ type: 'boolean' }, { type: 'number' }] }, '2', 2),
    sends('takes any text beside a choice', { anyOf: [{ const: 'a' }, { type: 'string' }] }, 'b', 'b'),
    sends(
      'takes the text of several kinds',
      {
        oneOf: [
          { type: 'string', format: 'email' },
          { type: 'string', format: 'uri' },
        ],
      },
      'b',
      'b',
    ),
    sends(
      'reads options of one value and of several',
      {
        oneOf: [{ enum: ['slow', 'plain'] }, { const: 'fast', title: 'Fast!' }, { enum: ['faster'], title: 'Faster' }],
      },
      { pick: 2 },
      'fast',
      { expectOptions: { v: ['slow', 'plain', 'Fast!', 'Faster'] } },
    ),
    sends(
      'reads an option by a reference',
      { oneOf: [{ $ref: '#/$defs/Door' }, { const: 'ajar' }] },
      { pick: 2 },
      'ajar',
    ),
    sends('reads whole numbers to choose from', { type: 'integer', enum: [2, 4, 8] }, { pick: 2 }, 8),
    sends('reads yes or no to choose from', { type: 'boolean', const: true }, { pick: 0 }, true),
    sends('reads a text by its limits', { maxLength: 3 }, 'abc', 'abc'),
    sends('reads a number by its limits', { minimum: 3 }, '3', 3),
    sends('reads yes or no by its default', { default: false }, true, true),
    sends('reads a list by its items', { items: { type: 'string' } }, rows(['a']), ['a']),
    {
      name: 'reads an object by its properties',
      schema: { properties: { code: { type: 'string' } }, required: ['code'] },
      input: { code: 'x' },
      expectAction: 'accept',
      expectContent: { code: 'x' },
    },
    {
      name: 'reads what stands behind the root',
      schema: { $ref: '#/$defs/Root', $defs: { Root: of({ a: { $ref: '#/$defs/A' } }), A: { type: 'integer' } } },
      input: { a: '7' },
      expectAction: 'accept',
      expectContent: { a: 7 },
    },
    {
      name: 'leaves out what is no schema',
      schema: of({ description: 'Remove it?', sure: { type: 'boolean' } }, ['sure']),
      input: { sure: true },
      expectAction: 'accept',
      expectContent: { sure: true },
      expectOmitted: ['description'],
    },
  ],
  'an object in the answer': [
    group('holds its values', ['home'], { 'home.city': 'Ulm' }, { expectContent: { home: { city: 'Ulm' } } }),
    group(
      'is sent where it is required',
      ['home'],
      { 'home.city': 'Ulm', 'home.no': '' },
      { expectContent: { home: { city: 'Ulm' } } },
    ),
    group('asks for what it requires', ['home'], {}, { expectError: { 'home.city': 'required' } }),
    group('is left out where nothing in it is answered', [], {}, { expectContent: {} }),
    group(
      'asks for the rest once it has an answer',
      [],
      { 'home.no': '7' },
      { expectError: { 'home.city': 'required' } },
    ),
    group(
      'holds an object of its own',
      [],
      { 'home.city': 'Ulm', 'home.at.floor': '2' },
      {
        expectContent: { home: { city: 'Ulm', at: { floor: 2 } } },
      },
    ),
    {
      name: 'is sent empty where it is required and nothing in it is',
      schema: of({ a: of({ b: of({ c: { type: 'string' } }) }, ['b']) }, ['a']),
      expectAction: 'accept',
      expectContent: { a: { b: {} } },
    },
    {
      name: 'takes the names of an object, and names with dots, for ordinary names',
      schema: JSON.parse(
        '{"type":"object","properties":{"a.b":{"type":"string"},"a":{"properties":{"b":{"type":"string"}}},"__proto__":{"properties":{"__proto__":{"type":"string"},"toString":{"type":"string"}}}}}',
      ),
      input: JSON.parse('{"a.b":"x","__proto__.__proto__":"y","__proto__.toString":"z"}') as Record<string, unknown>,
      expectAction: 'accept',
      expectContent: JSON.parse('{"a.b":"x","a":{"b":"x"},"__proto__":{"__proto__":"y","toString":"z"}}'),
    },
    {
      name: 'is JSON where it goes too deep',
      schema: of({ a: of({ b: of({ c: of({ d: of({ e: { type: 'string' } }, ['e']) }, ['d']) }, ['c']) }, ['b']) }, [
        'a',
      ]),
      input: { 'a.b.c.d': '{"e":"x"}' },
      expectAction: 'accept',
      expectContent: { a: { b: { c: { d: { e: 'x' } } } } },
    },
    {
      name: 'starts with its default',
      schema: of({
        home: { ...of({ city: { type: 'string', default: 'Bern' }, no: { type: 'integer' } }), default: { no: 3 } },
      }),
      expectAction: 'accept',
      expectContent: { home: { no: 3 } },
    },
  ],
  'the whole form': [
    {
      name: 'tells every error at once, in the order of the schema',
      schema: of({ a: { type: 'string' }, b: { type: 'integer' }, c: email }, ['a', 'b', 'c']),
      input: { a: '', b: 'x', c: 'y' },
      expectError: { a: 'required', b: 'number', c: 'email' },
    },
    { name: 'is a plain confirmation without fields', schema: of({}), expectAction: 'accept', expectContent: {} },
    { name: 'says only that it was declined', schema: of({}), input: { $action: 'decline' }, expectAction: 'decline' },
    {
      name: 'takes the names of an object for ordinary names',
      schema: JSON.parse(
        '{"type":"object","properties":{"__proto__":{"type":"string"},"toString":{"type":"integer"},"a.b":{"type":"string"},"":{"type":"string"}},"required":["__proto__"]}',
      ),
      input: JSON.parse('{"__proto__":"x","a.b":"y","":"z"}') as Record<string, unknown>,
      expectAction: 'accept',
      expectContent: JSON.parse('{"__proto__":"x","a.b":"y","":"z"}'),
    },
    {
      name: 'shows markup as text and drops what turns the reading direction',
      schema: of({ v: { type: 'string', title: '<b>x</b>\u202Eevil' } }),
      expectAction: 'accept',
      expectContent: {},
      expectLabel: { v: '<b>x</b>evil' },
    },
    {
      name: 'makes a label of a name that has no title',
      schema: of({
        departureDate: { type: 'string' },
        seat_count: { type: 'string' },
        'a b': { type: 'string', title: ' ' },
        userID: {},
      }),
      expectAction: 'accept',
      expectContent: {},
      expectLabel: { departureDate: 'Departure date', seat_count: 'Seat count', 'a b': 'a b' },
    },
    {
      name: 'tolerates what says nothing about the answer',
      schema: {
        ...of({ v: { type: 'string' } }),
        $schema: 'x',
        additionalProperties: false,
        $defs: {},
        'x-model-context': {},
      },
      input: { v: 'a' },
      expectAction: 'accept',
      expectContent: { v: 'a' },
    },
  ],
};
