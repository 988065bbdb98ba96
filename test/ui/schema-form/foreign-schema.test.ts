import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SchemaForm } from '../../../src/ui/schema-form/SchemaForm.tsx';

const draw = (schema: unknown) => () =>
  renderToString(createElement(SchemaForm, { schema: schema as never, onRespond: () => undefined }));
const standard = { version: 1, vendor: 'valibot', validate: (value: unknown) => ({ value }) };

it.for([
  ['an object', { kind: 'schema', type: 'object', '~standard': standard }],
  ['a function', Object.assign(() => undefined, { '~standard': standard })],
])('a schema that cannot write itself as JSON Schema is an error that says what to pass: %s', ([, schema]) => {
  expect(draw(schema)).toThrow(
    expect.objectContaining({
      code: 'SCHEMA_NOT_JSON',
      message: expect.stringContaining('pass z.toJSONSchema(schema)'),
    }),
  );
});

it('the same words in JSON are no error, since a server may have sent them', () => {
  expect(draw({ type: 'object', '~standard': { vendor: 'valibot', validate: {} } })).not.toThrow();
});
