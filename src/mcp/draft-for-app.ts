import { fromFlat } from '../form/flat-fields.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import { looksSecret } from '../protocol/looks-secret.ts';
import { secretsOf, withoutSecrets } from '../protocol/secret-data.ts';
import { answerOf } from './read-answer.ts';

/**
 * The refused answer, for an app to start with: its host opens it anew, and a page without an origin keeps nothing.
 * Secrets are left out.
 *
 * @param held - the content of the answer. Undefined if none was accepted
 * @returns undefined if there is no answer, or if it is long
 */
export function draftForApp(
  { schema, plain, key }: Pick<ElicitRequest, 'schema' | 'plain' | 'key'>,
  held: JsonObject | undefined,
): JsonValue | undefined {
  const { isSecret, isWhole } = secretsOf(schema);
  if (held === undefined || isWhole || looksSecret(key)) return undefined;
  const form = plain ?? schema;
  const draft = withoutSecrets(fromFlat(answerOf(held, form), form) as JsonValue, isSecret);
  return JSON.stringify(draft).length > longest ? undefined : draft;
}

/** In characters. */
const longest = 20_000;
