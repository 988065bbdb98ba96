import { contentErrors } from '../form/content-errors.ts';
import { fromFlat } from '../form/flat-fields.ts';
import { bareField, isBare } from '../form/normal-schema.ts';
import { issueLine } from '../form/places.ts';
import { appendContext, contextKeyword } from '../protocol/context-data.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import { isObject, type JsonObject, type JsonValue } from '../protocol/json.ts';
import { looksSecret } from '../protocol/looks-secret.ts';
import { mcpMeta } from '../protocol/mcp-meta.ts';
import { urlQuestionKey } from '../protocol/question-keys.ts';
import { secretsOf, withoutSecrets } from '../protocol/secret-data.ts';
import { isAddressed } from '../session/may-answer.ts';
import { refuseLacking, signedIn, type Asking } from './ask-client.ts';
import type { FlatField, FlatSchema } from './flat-schema.ts';
import { answerOf, type LastForm } from './read-answer.ts';
import { asksOthers } from './refused-call.ts';
import type { ServedApps } from './served-apps.ts';
import type { ServedTools } from './served-tools.ts';
import { textFormOf } from './text-form.ts';

/** The `params` of `elicitation/create`. */
export type ElicitationParams =
  | { mode: 'form'; message: string; requestedSchema: FlatSchema & JsonObject; _meta: JsonObject }
  | { mode: 'url'; message: string; url: string; elicitationId: string; _meta: JsonObject };

/** How questions are put to the client of a request. */
export type ClientForms = ReturnType<typeof createClientForms>;

/** @param contextInMessage - repeat a question's context at the end of its message */
export function createClientForms({ flatOf }: ServedTools, apps: ServedApps, contextInMessage: boolean) {
  /**
   * Ask a question over MCP. Clients that know us get all of it in `_meta`; others get the same in words.
   *
   * @param last - what became of its form when the answer was refused
   * @throws why the client cannot be asked this, such as a schema that the tool made while it ran
   */
  function paramsOf(question: ElicitRequest, asking: Asking, last?: LastForm): ElicitationParams {
    const { key, toolName, attempt, issues = [], message, elicitId, url, schema, plain, inWords, to } = question;
    const by = signedIn(asking.principal);
    if (to !== undefined && !isAddressed(to, by, by?.id)) throw asksOthers(question);
    refuseLacking(key === urlQuestionKey ? 'elicitation.url' : 'elicitation.form', asking);
    const given = schema[contextKeyword];
    const context = isObject(given) && Object.keys(given).length > 0 ? given : undefined;
    // Who is not ours has what a person needs in words, or in a list.
    const isSaid = plain !== undefined || inWords !== undefined;
    const wrong = issues.map((issue) => `- ${issueLine(issue, plain ?? schema)}`).join('\n');
    const words = [message, inWords, wrong].filter(Boolean).join('\n\n');
    const { held, inTexts = false } = last ?? {};
    // An app answers the question, not a form in texts.
    const app = asking.can.apps && !inTexts ? apps.uriOf(question) : undefined;
    const draft = app === undefined ? undefined : draftForApp(question, held);
    const _meta: JsonObject = {
      [mcpMeta.key]: key,
      [mcpMeta.tool]: toolName,
      ...(attempt > 1 && { [mcpMeta.attempt]: attempt, [mcpMeta.issues]: issues }),
      ...(words !== message && { [mcpMeta.message]: message }),
      ...(inWords !== undefined && { [mcpMeta.words]: inWords }),
      ...(context && { [mcpMeta.context]: context }),
      ...(isBare(plain ?? schema) && { [mcpMeta.bare]: bareField }),
      // For a client that can change its answer.
      ...(asking.can.change && { [mcpMeta.id]: elicitId }),
      ...(draft !== undefined && { [mcpMeta.draft]: draft }),
    };
    if (key === urlQuestionKey) {
      return { mode: 'url', message: words, url: url ?? '', elicitationId: elicitId, _meta };
    }
    const flat = inTexts ? textFormOf(flatOf(question)) : flatOf(question);
    const { required, ...form } = held === undefined ? flat : withDefaults(flat, held);
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

  return { flatOf, paramsOf };
}

/**
 * The refused answer, for an app to start with: its host opens it anew, and a page without an origin keeps nothing.
 * Secrets are left out.
 *
 * @param held - the content of the answer. Undefined if none was accepted
 * @returns undefined if there is no answer, or if it is long
 */
function draftForApp({ schema, plain, key }: ElicitRequest, held: JsonObject | undefined): JsonValue | undefined {
  const { isSecret, isWhole } = secretsOf(schema);
  if (held === undefined || isWhole || looksSecret(key)) return undefined;
  const form = plain ?? schema;
  const draft = withoutSecrets(fromFlat(answerOf(held, form), form) as JsonValue, isSecret);
  return JSON.stringify(draft).length > longestDraft ? undefined : draft;
}

/** In characters. */
const longestDraft = 20_000;

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
