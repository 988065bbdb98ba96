import { expect, fn, userEvent, within } from 'storybook/test';
import * as z from 'zod';
import preview from '../.storybook/preview.tsx';
import type { FieldProps } from '../src/ui/schema-form/field-props.ts';
import { SchemaForm } from '../src/ui/schema-form/SchemaForm.tsx';
import { said, type Played } from './said.ts';
import { longSentence, longText, pageOfStates, SideBySide } from './side-by-side.tsx';

const trip = {
  type: 'object',
  title: 'Your trip',
  properties: {
    name: { type: 'string', title: 'Name', description: 'As in your passport', minLength: 2 },
    email: { type: 'string', format: 'email', title: 'Email' },
    day: { type: 'string', format: 'date', title: 'Day of departure' },
    bags: { type: 'integer', title: 'Bags', minimum: 0, maximum: 3, default: 1 },
    cabin: { type: 'string', title: 'Cabin', enum: ['eco', 'biz'], enumNames: ['Economy', 'Business'] },
    meals: { type: 'array', title: 'Meals', items: { enum: ['Vegan', 'Halal', 'Kosher'] }, maxItems: 2 },
    note: { type: 'string', title: 'Anything else?', maxLength: 200 },
  },
  required: ['name', 'email', 'cabin'],
};

/** A form with one property. */
const one = (schema: object, isRequired = false) => ({
  type: 'object',
  properties: { v: schema },
  required: isRequired ? ['v'] : [],
});

const meta = preview.meta({
  title: 'Questions/SchemaForm',
  component: SchemaForm,
  args: {
    message: 'A few details, and I will book it.',
    schema: trip,
    timeZone: 'Europe/Berlin',
    onRespond: fn(),
    onDecline: fn(),
  },
  argTypes: {
    state: { control: 'inline-radio', options: ['pending', 'sending', 'failed'] },
    schema: { control: 'object' },
  },
});

/** Filled in and sent. */
export const Default = meta.story({
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByLabelText(/Name/), 'Zoë');
    await userEvent.type(canvas.getByLabelText(/Email/), 'zoe@example.com');
    await userEvent.click(canvas.getByRole('radio', { name: 'Economy' }));
    await userEvent.click(canvas.getByRole('button', { name: said({ globals }).schemaForm.send }));
    await expect(args.onRespond.mock.calls).toEqual([
      [{ name: 'Zoë', email: 'zoe@example.com', bags: 1, cabin: 'eco' }],
    ]);
  },
});

/** One field of every kind. */
const everyKind = {
  type: 'object',
  title: 'Every kind of field',
  properties: {
    name: { type: 'string', title: 'Name', description: 'As in your passport', minLength: 2, maxLength: 40 },
    email: { type: 'string', format: 'email', title: 'Email' },
    site: { type: 'string', format: 'uri', title: 'Website' },
    day: { type: 'string', format: 'date', title: 'Day' },
    at: { type: 'string', format: 'date-time', title: 'Start', default: '2026-10-25T00:30:00Z' },
    weight: { type: 'number', title: 'Weight', minimum: 0.5, maximum: 32 },
    bags: { type: 'integer', title: 'Bags', minimum: 0 },
    terms: { type: 'boolean', title: 'I have read the terms', description: 'They are short.' },
    aisle: { type: 'boolean', title: 'An aisle seat?' },
    fare: {
      oneOf: [
        { const: 'b', title: 'Basic', description: 'No bag' },
        { const: 'f', title: 'Flex', description: 'Two bags' },
      ],
      title: 'Fare',
    },
    city: { enum: ['Berlin', 'Lisbon', 'Oslo', 'Paris', 'Rome', 'Vienna'], title: 'City' },
    extras: { type: 'array', items: { enum: ['Wifi', 'Meal', 'Lounge'] }, title: 'Extras', minItems: 1, maxItems: 2 },
    story: { type: 'string', title: 'Anything else?', maxLength: 500 },
    token: { type: 'string', title: 'Access token' },
    home: { type: 'object', title: 'Home address' },
  },
  required: ['name', 'email', 'site', 'day', 'weight', 'bags', 'terms', 'aisle', 'fare', 'city', 'extras', 'story'],
};
export const EveryKind = meta.story({ args: { schema: everyKind } });
/** Every error that the form or the server can report, at every field. */
export const EveryKindWrong = meta.story({
  args: {
    schema: everyKind,
    issues: [
      { path: ['at'], message: 'Nobody is there at that time.' },
      { path: ['terms'], message: 'They have to be read.' },
      { path: ['token'], message: 'It is not needed.' },
      { path: [], message: 'The flight is nearly full.' },
    ],
  },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: said({ globals }).schemaForm.send }));
    await expect(canvas.getByRole('navigation')).toBeVisible();
  },
});

const sendAtOnce = async ({ canvasElement, globals }: Played) => {
  const { send } = said({ globals }).schemaForm;
  await userEvent.click(within(canvasElement).getByRole('button', { name: send }));
  await expect(within(canvasElement).getByRole('navigation')).toBeVisible();
};
export const Errors = meta.story({ play: sendAtOnce });

export const Text = meta.story({ args: { schema: one({ type: 'string', title: 'Name', maxLength: 20 }, true) } });
export const LongText = meta.story({ args: { schema: one({ type: 'string', title: 'Story', maxLength: 500 }) } });
export const Email = meta.story({ args: { schema: one({ type: 'string', format: 'email', title: 'Email' }) } });
export const Address = meta.story({ args: { schema: one({ type: 'string', format: 'uri', title: 'Website' }) } });
export const Day = meta.story({
  args: { schema: one({ type: 'string', format: 'date', title: 'Day', default: '2026-03-27' }) },
});
export const DateAndTime = meta.story({
  args: { schema: one({ type: 'string', format: 'date-time', title: 'Start', default: '2026-10-25T00:30:00Z' }) },
});
export const Amount = meta.story({
  args: { schema: one({ type: 'number', title: 'Weight', minimum: 0.5, maximum: 32 }) },
});
export const Count = meta.story({ args: { schema: one({ type: 'integer', title: 'Passengers', minimum: 1 }) } });
export const Tick = meta.story({
  args: { message: 'The fare cannot be refunded.', schema: one({ type: 'boolean', title: 'I agree' }, true) },
});
export const YesOrNo = meta.story({ args: { schema: one({ type: 'boolean', title: 'Window seat?' }) } });
export const FewOptions = meta.story({
  args: {
    schema: one(
      {
        oneOf: [
          { const: 'b', title: 'Basic', description: 'No bag' },
          { const: 'f', title: 'Flex', description: 'Two bags' },
        ],
        title: 'Fare',
      },
      true,
    ),
  },
});
export const ManyOptions = meta.story({
  args: { schema: one({ enum: ['Berlin', 'Lisbon', 'Oslo', 'Paris', 'Rome', 'Vienna'], title: 'City' }) },
});
/** More than 15 options get a search. */
export const SearchedOptions = meta.story({
  args: {
    schema: one({ enum: Array.from({ length: 214 }, (_, index) => `Airport ${index + 1}`), title: 'Airport' }, true),
  },
  async play({ canvasElement }) {
    await userEvent.type(await within(canvasElement).findByRole('searchbox'), '21');
  },
});
export const SearchedSeveral = meta.story({
  args: {
    schema: one(
      { type: 'array', items: { enum: Array.from('ABCDEFGHIJKLMNOPQ', (letter) => `Gate ${letter}`) }, title: 'Gates' },
      true,
    ),
  },
});
export const SeveralOptions = meta.story({
  args: {
    schema: one({
      type: 'array',
      items: { enum: ['Wifi', 'Meal', 'Lounge'] },
      title: 'Extras',
      minItems: 1,
      maxItems: 2,
    }),
  },
});
/** A list that grows, of unique texts. */
export const ListOfTexts = meta.story({
  args: {
    schema: one({
      type: 'array',
      title: 'Frequent flyer numbers',
      description: 'Of any airline in the alliance',
      items: { type: 'string', title: 'Number', minLength: 4 },
      default: ['SK-4711', 'EA-0815'],
      uniqueItems: true,
      maxItems: 4,
    }),
  },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const { schemaForm: words } = said({ globals });
    await userEvent.click(canvas.getByRole('button', { name: new RegExp(`^${words.add}`) }));
    await userEvent.keyboard('QX-2222');
    await userEvent.click(canvas.getByRole('button', { name: words.send }));
    await expect(args.onRespond.mock.calls).toEqual([[{ v: ['SK-4711', 'EA-0815', 'QX-2222'] }]]);
  },
});
const passengers = {
  type: 'object',
  title: 'Who is flying?',
  properties: {
    passengers: {
      type: 'array',
      title: 'Passengers',
      minItems: 2,
      maxItems: 9,
      items: {
        type: 'object',
        title: 'Passenger',
        properties: {
          name: { type: 'string', title: 'Name', description: 'As in the passport' },
          born: { type: 'string', format: 'date', title: 'Date of birth' },
          bag: { type: 'boolean', title: 'A bag to check in', default: true },
        },
        required: ['name'],
      },
    },
  },
  required: ['passengers'],
};
export const ListOfObjects = meta.story({ args: { schema: passengers } });
export const ListOfObjectsErrors = meta.story({ args: { schema: passengers }, play: sendAtOnce });
export const EmptyList = meta.story({
  args: { schema: one({ type: 'array', title: 'Other guests', items: { type: 'string', title: 'Guest' } }) },
});

export const Secret = meta.story({ args: { schema: one({ type: 'string', title: 'Password' }) } });

export const RefusedTooManyFields = meta.story({
  args: {
    schema: {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`p${index}`, { type: 'string' }])),
    },
  },
});
export const Hostile = meta.story({
  args: {
    schema: one(
      { type: 'string', title: `<b onclick="x">\u202Egnp.exe${'W'.repeat(300)}`, description: 'x'.repeat(900) },
      true,
    ),
  },
});
export const Sending = meta.story({ args: { state: 'sending' } });
export const Failed = meta.story({ args: { state: 'failed' } });
export const IssuesOfTheServer = meta.story({
  args: {
    issues: [
      { path: ['email'], message: 'This address is taken.' },
      { path: [], message: 'The flight is nearly full.' },
    ],
  },
});

/** A zod schema defines the form, then checks the answer, refinements included. */
export const CheckedByZod = meta.story({
  args: {
    schema: z
      .object({ from: z.iso.date(), to: z.iso.date() })
      .refine(({ from, to }) => from <= to, { path: ['to'], error: 'Come back after you leave.' }),
  },
});

/** The answer is valid, and the host's own check is running. */
export const Checking = meta.story({
  args: { schema: one({ type: 'string', title: 'Code' }), validate: () => new Promise(() => undefined) },
  async play({ canvasElement, globals }) {
    await userEvent.click(within(canvasElement).getByRole('button', { name: said({ globals }).schemaForm.send }));
    await expect(
      await within(canvasElement).findByText(said({ globals }).schemaForm.checking, inSummary),
    ).toBeVisible();
  },
});
export const CheckFailed = meta.story({
  args: { schema: one({ type: 'string', title: 'Code' }), validate: () => Promise.reject(new Error('offline')) },
  async play({ canvasElement, globals }) {
    await userEvent.click(within(canvasElement).getByRole('button', { name: said({ globals }).schemaForm.send }));
    await expect(
      await within(canvasElement).findByText(said({ globals }).schemaForm.checkFailed, inSummary),
    ).toBeVisible();
  },
});
/** A submit button with its own label. */
export const NamedButton = meta.story({
  args: { message: 'The server cannot be reached.', schema: { type: 'object' }, submitLabel: 'Try again' },
});

/** Its status says it too, to screen readers. */
const inSummary = { selector: '[data-elicit=summary]' };

function Stars({ id, draft, onDraft, labelledBy, describedBy }: FieldProps<'integer'>) {
  return (
    <input
      id={id}
      type="range"
      min={1}
      max={5}
      value={draft || 3}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onChange={({ target }) => onDraft(target.value)}
    />
  );
}
export const OwnControl = meta.story({
  args: { schema: one({ type: 'integer', title: 'How was it?', minimum: 1, maximum: 5 }), fields: { integer: Stars } },
});
export const OwnLabelsAndOrder = meta.story({
  args: { hints: { order: ['cabin', 'day'], properties: { note: { label: 'Wishes', multiline: true } } } },
});

/** Every state, side by side. */
export const States = meta.story({
  parameters: pageOfStates,
  async play({ canvasElement, globals }) {
    const { checking, send } = said({ globals }).schemaForm;
    const press = (name: string) => {
      const state = within(canvasElement).getByText(name, { selector: 'figcaption' }).closest('figure');
      return userEvent.click(within(state as HTMLElement).getByRole('button', { name: send }));
    };
    await press('Answers to correct');
    await press('Checking');
    await expect(await within(canvasElement).findByText(checking, inSummary)).toBeVisible();
  },
  render: (args) => {
    const code = one({ type: 'string', title: 'Code', description: 'It is in the mail that we sent you' }, true);
    const filled = { ...args, schema: code, draft: [['f0', 'v', 'EK7-204']] };
    const issues = [
      { path: ['v'], message: 'This code is for another booking.' },
      { path: [], message: 'The flight is nearly full.' },
    ];
    const long = {
      type: 'string',
      title: 'What the airline calls the booking in its letter',
      description: longSentence,
    };
    return (
      <SideBySide
        states={{
          Asked: <SchemaForm {...args} />,
          'Answers to correct': <SchemaForm {...args} />,
          'Rows to add to': <SchemaForm {...args} schema={passengers} />,
          'Filled in': <SchemaForm {...filled} />,
          Checking: <SchemaForm {...filled} validate={() => new Promise(() => undefined)} />,
          Sending: <SchemaForm {...filled} state="sending" />,
          'Not sent': <SchemaForm {...filled} state="failed" />,
          'Asked again': <SchemaForm {...filled} issues={issues} />,
          'A question alone': <SchemaForm {...args} schema={{ type: 'object', properties: {} }} />,
          'Something is left out': (
            <SchemaForm
              {...args}
              schema={{
                type: 'object',
                properties: {
                  v: { type: 'string', title: 'Name' },
                  floor: { type: 'integer', title: 'Floor', minimum: 2, maximum: 1 },
                },
              }}
            />
          ),
          'No form can ask it': (
            <SchemaForm {...args} schema={one({ type: 'integer', title: 'Floor', minimum: 2, maximum: 1 }, true)} />
          ),
          'Long text': <SchemaForm {...args} message={longText} schema={one(long, true)} />,
        }}
      />
    );
  },
});
