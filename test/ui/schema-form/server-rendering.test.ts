import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SchemaForm } from '../../../src/ui/schema-form/SchemaForm.tsx';

it('is rendered on a server, which does not know the time zone of the person', () => {
  const schema = {
    type: 'object',
    properties: { at: { type: 'string', format: 'date-time', default: '2026-07-01T12:00:00Z' } },
  };
  const html = renderToString(createElement(SchemaForm, { schema, onRespond: () => undefined }));
  expect(html).toMatch(/type="datetime-local"/);
  expect(html).toMatch(/value=""/);
  expect(html).not.toMatch(/time zone|2026/);
});
