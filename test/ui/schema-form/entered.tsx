import { vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { JsonObject } from '../../../src/protocol/json.ts';
import { ElicitCard } from '../../../src/ui/elicit-card/ElicitCard.tsx';
import { SchemaForm } from '../../../src/ui/schema-form/SchemaForm.tsx';
import { enter, namesOfErrors } from './enter.ts';
import { schemaOf, type FormCase } from './form-case.ts';

/** Enters a case into the form of its schema, presses its button, and returns the outcome. */
export async function outcomeOnPage(one: FormCase): Promise<object> {
  const onRespond = vi.fn<(content: JsonObject) => void>();
  const onDecline = vi.fn<() => void>();
  const onCancel = vi.fn<() => void>();
  const schema = schemaOf(one.schema) as JsonObject;
  const timeZone = one.env?.timeZone ?? 'UTC';
  await render(
    <ElicitCard toolName="ask" state="pending" {...{ onDecline, onCancel }}>
      <SchemaForm {...{ schema, timeZone, onRespond }} />
    </ElicitCard>,
  );
  await enter(schema, one);
  return {
    content: onRespond.mock.calls,
    declined: onDecline.mock.calls.length,
    cancelled: onCancel.mock.calls.length,
    errors: namesOfErrors(schema),
    refused: page.getByText('This request cannot be shown').elements().length,
  };
}

/** The expected outcome. */
export function expectationOnPage(one: FormCase): object {
  return {
    content: one.expectAction === 'accept' ? [[one.expectContent]] : [],
    declined: one.expectAction === 'decline' ? 1 : 0,
    cancelled: one.expectAction === 'cancel' ? 1 : 0,
    errors: Object.keys(one.expectError ?? {}),
    refused: one.expectRefusal ? 1 : 0,
  };
}
