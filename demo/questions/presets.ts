/** A schema to start with. */
export interface Preset {
  name: string;
  schema: object;
}

const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required });

/** One for each kind of field, an object, a plain confirmation, and two that a form cannot ask in full. */
export const presets: readonly Preset[] = [
  {
    name: 'Contact',
    schema: object(
      {
        name: { type: 'string', title: 'Full name', minLength: 2, maxLength: 60 },
        email: { type: 'string', format: 'email', title: 'Email' },
        website: { type: 'string', format: 'uri', title: 'Website', description: 'If you have one' },
        news: { type: 'boolean', title: 'Send me news', default: false },
      },
      ['name', 'email'],
    ),
  },
  {
    name: 'Text',
    schema: object(
      {
        code: { type: 'string', title: 'Order number', pattern: '^[A-Z]{2}[0-9]{4}$', description: 'Such as AB1234' },
        story: { type: 'string', title: 'What happened?', minLength: 10, maxLength: 500 },
      },
      ['code'],
    ),
  },
  {
    name: 'Dates and times',
    schema: object(
      {
        day: { type: 'string', format: 'date', title: 'Day' },
        at: { type: 'string', format: 'date-time', title: 'Call me at', default: '2027-03-01T09:30:00Z' },
      },
      ['day'],
    ),
  },
  {
    name: 'Numbers',
    schema: object(
      {
        people: { type: 'integer', title: 'People', minimum: 1, maximum: 8, default: 2 },
        budget: { type: 'number', title: 'Budget', minimum: 0 },
      },
      ['people'],
    ),
  },
  {
    name: 'Yes or no',
    schema: object(
      {
        terms: { type: 'boolean', title: 'I have read the terms' },
        aisle: { type: 'boolean', title: 'An aisle seat?' },
      },
      ['terms'],
    ),
  },
  {
    name: 'Choices',
    schema: object(
      {
        meal: {
          type: 'string',
          title: 'Meal',
          oneOf: [
            { const: 'veg', title: 'Vegetarian' },
            { const: 'fish', title: 'Fish' },
            { const: 'none', title: 'No meal' },
          ],
        },
        month: {
          type: 'string',
          title: 'Month',
          enum: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'],
        },
        extras: {
          type: 'array',
          title: 'Extras',
          items: { type: 'string', enum: ['Bag', 'Seat', 'Lounge'] },
          maxItems: 2,
        },
      },
      ['meal'],
    ),
  },
  {
    name: 'An object',
    schema: object(
      {
        name: { type: 'string', title: 'Name' },
        address: {
          title: 'Address',
          ...object({ street: { type: 'string', title: 'Street' }, city: { type: 'string', title: 'City' } }, ['city']),
        },
      },
      ['address'],
    ),
  },
  {
    name: 'A list',
    schema: object(
      {
        travellers: {
          type: 'array',
          title: 'Travellers',
          items: {
            title: 'Traveller',
            ...object({ name: { type: 'string', title: 'Name' }, age: { type: 'integer', title: 'Age' } }, ['name']),
          },
          minItems: 1,
          maxItems: 4,
        },
      },
      ['travellers'],
    ),
  },
  {
    name: 'JSON',
    schema: object({ settings: { type: 'object', title: 'Settings' } }, ['settings']),
  },
  { name: 'One question', schema: object({ sure: { type: 'boolean', title: 'Book it anyway?' } }) },
  { name: 'A plain yes', schema: { ...object({}), title: 'Delete the draft?' } },
  {
    name: 'A secret',
    schema: object({ password: { type: 'string', title: 'Password' } }, ['password']),
  },
  {
    name: 'Partly shown',
    schema: object({
      name: { type: 'string', title: 'Name' },
      settings: { type: 'object', title: 'Settings' },
    }),
  },
  {
    name: 'Refused',
    // No number is both.
    schema: object({ floor: { type: 'integer', title: 'Floor', minimum: 5, maximum: 4 } }, ['floor']),
  },
];
