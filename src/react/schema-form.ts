import type { Operation } from 'effection';
import type { PluginClientContext } from '../plugin/elicit-handler.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { SchemaFormProps } from '../ui/schema-form/SchemaForm.tsx';
import { FormView } from './FormView.tsx';

/** Options of `schemaForm`: what a form may be told beside the question's schema. */
export type SchemaFormOptions = Pick<
  SchemaFormProps,
  'title' | 'submitLabel' | 'fields' | 'hints' | 'validate' | 'timeZone'
>;

/** A handler that fits every question; what the person enters is checked with the question's own schema. */
export type SchemaFormHandler = (
  request: { readonly message: string; readonly schema: { readonly json: JsonObject } },
  ctx: PluginClientContext,
) => Operation<ElicitResult<never>>;

/**
 * Leave a question to the form on purpose, with controls, labels and an order of your own.
 *
 * @example
 * onElicit({
 *   pickFlight: answerWith(FlightList),
 *   passenger: schemaForm({ hints: { properties: { name: { label: 'As in the passport' } } } }),
 * })
 */
export function schemaForm(options: SchemaFormOptions = {}): SchemaFormHandler {
  return function* ({ message, schema }, ctx) {
    const content = yield* ctx.render(FormView, { ...options, message, schema: schema.json });
    // The client checks it with the question's own schema before it is sent.
    return { action: 'accept', content: content as never };
  };
}
