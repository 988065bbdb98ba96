import { contentErrors } from '../form/content-errors.ts';
import { bareField, isBare } from '../form/normal-schema.ts';
import { issueLine } from '../form/places.ts';
import { appendContext, contextKeyword } from '../protocol/context-data.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import { urlQuestionKey } from '../protocol/question-keys.ts';
import { isObject, type JsonObject, type JsonValue } from '../protocol/json.ts';
import { mcpMeta } from '../protocol/mcp-meta.ts';
import type { FlatField, FlatSchema } from './flat-schema.ts';

/** The `params` of `elicitation/create`. */
export type ElicitationParams =
  | { mode: 'form'; message: string; requestedSchema: FlatSchema & JsonObject; _meta: JsonObject }
  | { mode: 'url'; message: string; url: string; elicitationId: string; _meta: JsonObject };

export interface ElicitationParamsOptions {
  /** The flat form of the answer's schema. Unused for a page. */
  readonly flat: () => FlatSchema;
  /** Repeat the context at the end of the message, for clients that keep neither `_meta` nor unknown keywords. */
  readonly contextInMessage: boolean;
  /** Name the question, for a client that can change its answer. */
  readonly isNamed: boolean;
  /** The address of the app that may show it. @default none */
  readonly app?: string | undefined;
  /** The refused answer, for that app. @default none */
  readonly draft?: JsonValue | undefined;
  /** What its form held when the answer was refused. @default nothing */
  readonly before?: JsonObject | undefined;
}

/** Ask a question over MCP. Clients that know us get all of it in `_meta`; others get the same in words. */
export function elicitationParams(
  request: ElicitRequest,
  { flat, contextInMessage, isNamed, app, draft, before }: ElicitationParamsOptions,
): ElicitationParams {
  const { key, toolName, attempt, issues = [], message, elicitId, url, plain, inWords } = request;
  const given = request.schema[contextKeyword];
  const context = isObject(given) && Object.keys(given).length > 0 ? given : undefined;
  // Who is not ours has what a person needs in words, or in a list.
  const isSaid = plain !== undefined || inWords !== undefined;
  const said = inWords === undefined ? [] : [inWords];
  const words = [
    message,
    ...said,
    ...(issues.length > 0 ? [issues.map((issue) => `- ${issueLine(issue, plain ?? request.schema)}`).join('\n')] : []),
  ].join('\n\n');
  const _meta: JsonObject = {
    [mcpMeta.key]: key,
    [mcpMeta.tool]: toolName,
    ...(attempt > 1 && { [mcpMeta.attempt]: attempt, [mcpMeta.issues]: issues }),
    ...(words !== message && { [mcpMeta.message]: message }),
    ...(inWords !== undefined && { [mcpMeta.words]: inWords }),
    ...(context && { [mcpMeta.context]: context }),
    ...(isBare(plain ?? request.schema) && { [mcpMeta.bare]: bareField }),
    ...(isNamed && { [mcpMeta.id]: elicitId }),
    ...(draft !== undefined && { [mcpMeta.draft]: draft }),
  };
  if (key === urlQuestionKey) {
    return { mode: 'url', message: words, url: url ?? '', elicitationId: elicitId, _meta };
  }
  const { required, ...form } = before === undefined ? flat() : withDefaults(flat(), before);
  return {
    mode: 'form',
    message: context && contextInMessage && !isSaid ? appendContext(words, context) : words,
    requestedSchema: {
      ...form,
      // The card answers in other fields than the form, and the host checks its answer against the form.
      ...(required !== undefined && (app === undefined || plain === undefined) && { required }),
      ...(context && !isSaid && { [contextKeyword]: context }),
    },
    _meta: app === undefined ? _meta : { ..._meta, ui: { resourceUri: app } },
  };
}

/**
 * The name of a question in `inputRequests`: unique in its call for each time that it is asked, and the same in a
 * repeated leg. A call's first question is named by its key, which reads best in logs.
 */
export function inputKeyOf({ key, seq, attempt, elicitId }: ElicitRequest): string {
  const name = key.replace(/^~/, '');
  // Once a call has gone back, its questions are counted anew.
  const [turn = ''] = /~\d+$/.exec(elicitId) ?? [];
  // With a dot, the key could be the name of a later question.
  const isPlain = seq === 0 && attempt === 1 && turn === '' && !name.includes('.');
  return isPlain ? name : `${name}.${seq}.${attempt}${turn}`;
}

/** A form that starts with what it held before, where that fits, and is not long. */
function withDefaults(flat: FlatSchema, before: JsonObject): FlatSchema {
  const fields = Object.entries(flat.properties).map(([name, field]) => {
    const value = Object.hasOwn(before, name) ? before[name] : undefined;
    return [name, fits(name, field, value) ? { ...field, default: value } : field];
  });
  return { ...flat, properties: Object.fromEntries(fields) as FlatSchema['properties'] };
}

/** True for what the field takes. A host may refuse a form whose default it forbids. */
function fits(name: string, field: FlatField, value: unknown): value is JsonValue {
  if (value === undefined || JSON.stringify(value).length > 1000) return false;
  const form = { type: 'object', properties: { [name]: { ...field } } };
  return contentErrors(form, { [name]: value as JsonValue }).length === 0;
}
