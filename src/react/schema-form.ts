import type { Operation } from 'effection';
import type { PluginClientContext } from '../plugin/elicit-handler.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { FieldComponents } from '../ui/schema-form/field-props.ts';
import type { FormHints } from '../ui/schema-form/hints.ts';
import type { SchemaFormProps } from '../ui/schema-form/SchemaForm.tsx';
import { FormView } from './FormView.tsx';

/** Options of `schemaForm`: what a form may be told beside the question's schema. */
export interface SchemaFormOptions<Name extends string = string> extends Pick<
  SchemaFormProps,
  'title' | 'submitLabel' | 'validate' | 'timeZone'
> {
  /** Controls of your own. */
  fields?: FieldComponents<Name> | undefined;
  /** Labels, descriptions and order of your own. */
  hints?: FormHints<Name> | undefined;
}

/** What a form needs of a question. */
export interface SchemaFormRequest {
  readonly message: string;
  readonly schema: { readonly json: JsonObject; readonly zod?: unknown };
}

/** A handler that fits every question; what the person enters is checked with the question's own schema. */
export type SchemaFormHandler<Request extends SchemaFormRequest = SchemaFormRequest> = (
  request: Request,
  ctx: PluginClientContext,
) => Operation<ElicitResult<never>>;

/** The properties that a question's answer has, where its type is known. */
export type SchemaFormName<Request> = Request extends {
  readonly schema: { readonly zod: { readonly _zod: infer Zod } };
}
  ? Zod extends { readonly input: infer Input }
    ? unknown extends Input
      ? string
      : NameOf<Input>
    : string
  : string;

type NameOf<Input> = Input extends object ? `${Exclude<keyof Input, symbol>}` : never;

/**
 * Leave a question to the form on purpose, with controls, labels and an order of your own.
 *
 * As a handler in `onElicit` it takes the names of the properties that the question's answer has, and no other. Where
 * their type is not known there, a name that the schema has not is told to `onError` as `FIELD_UNKNOWN`.
 *
 * @example
 * onElicit({
 *   pickFlight: answerWith(FlightList),
 *   passenger: schemaForm({ hints: { properties: { name: { label: 'As in the passport' } } } }),
 * })
 */
export function schemaForm<Request extends SchemaFormRequest = SchemaFormRequest>(
  options: SchemaFormOptions<SchemaFormName<Request>> = {},
): SchemaFormHandler<Request> {
  return function* ({ message, schema }, ctx) {
    const content = yield* ctx.render(FormView, {
      ...options,
      message,
      schema: schema.json,
      asked: ctx.elicitRequest,
    });
    // The client checks it with the question's own schema before it is sent.
    return { action: 'accept', content: content as never };
  };
}
