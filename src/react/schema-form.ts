import type { PluginClientContext } from '../plugin/elicit-handler.ts';
import { mapRendering, type Rendering } from '../plugin/rendering.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { FieldComponents } from '../ui/schema-form/field-props.ts';
import type { FormHints } from '../ui/schema-form/hints.ts';
import type { SchemaFormProps } from '../ui/schema-form/SchemaForm.tsx';
import { FormView } from './on-demand.tsx';

/** Options of `schemaForm`, in addition to the question's schema. */
export interface SchemaFormOptions<Name extends string = string> extends Pick<
  SchemaFormProps,
  'title' | 'submitLabel' | 'validate' | 'timeZone'
> {
  /** Your own controls. */
  fields?: FieldComponents<Name> | undefined;
  /** Your own labels, descriptions and order. */
  hints?: FormHints<Name> | undefined;
}

/** What a form needs of a question. */
export interface SchemaFormRequest {
  readonly message: string;
  readonly schema: { readonly json: JsonObject; readonly zod?: unknown };
}

/** A handler for any question. The question's own schema checks what the person enters. */
export type SchemaFormHandler<Request extends SchemaFormRequest = SchemaFormRequest> = (
  request: Request,
  ctx: PluginClientContext,
) => Rendering<ElicitResult<never>>;

/** The property names of a question's answer, if its type is known. */
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
 * Use the generic form for a question, with your own controls, labels and order.
 *
 * As a handler in `onElicit` it accepts only the property names of the question's answer. If their type is unknown
 * there, `onError` gets `FIELD_UNKNOWN` for a name that is not in the schema.
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
  return ({ message, schema }, ctx) =>
    mapRendering(
      ctx.render(FormView, { ...options, message, schema: schema.json, asked: ctx.elicitRequest }),
      // The client checks it against the question's schema before it is sent.
      (content) => ({ action: 'accept', content: content as never }),
    );
}
