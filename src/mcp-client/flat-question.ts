import { flatAnswer } from '../form/flat-answer.ts';
import { flatPlacesOf } from '../form/flat-fields.ts';
import { contextKeyword, writeContext } from '../protocol/context-data.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';
import type { McpQuestion } from './read-elicitation.ts';

/**
 * The schema that a question's own card reads. MCP has a value inside of an object as a field with dots, and no plugin
 * takes an answer of that shape.
 *
 * @param flat - the one that the server sent. It holds the context, and lists what can be chosen
 * @param own - the plugin's. Undefined if no plugin asks it
 */
export function cardSchema(flat: JsonObject, own: JsonObject | undefined): JsonObject {
  if (own === undefined || flatPlacesOf(own).every(({ path }) => path.length < 2)) return flat;
  const context = flat[contextKeyword];
  return isObject(context) ? writeContext(own, context as JsonObject) : own;
}

/** An answer as its server gets it: in MCP's flat form, against which SDKs check it. */
export function toWire(question: McpQuestion, result: ElicitResult<unknown>): JsonObject {
  const { action } = result;
  if (action !== 'accept' || question.mode === 'url') return { action };
  const answer = { action, content: contentOf(question, result.content) } as JsonObject;
  // Only a server of ours reads what a card says beside the form.
  return question.meta.key === undefined ? answer : flatAnswer(answer, question.schema);
}

/** MCP knows only objects. */
export function contentOf({ bare }: { bare?: string | undefined }, content: unknown): unknown {
  return bare === undefined || isObject(content) ? content : { [bare]: content };
}
