import type * as z from 'zod';
import { contentErrors } from '../form/content-errors.ts';
import { asObject } from '../form/normal-schema.ts';
import { errorText } from '../form/texts.ts';
import { words } from '../form/words.ts';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';
import { issuesOf } from '../protocol/issues-of.ts';

/**
 * Zod's issues with an answer, in the words of forms where the tool's author wrote none.
 *
 * @param json - JSON Schema of the answer
 */
export function issuesInWords(error: z.core.$ZodError, json: JsonObject, content: unknown): readonly ElicitIssue[] {
  const { bare, schema, put } = asObject(json);
  const whole = put(content);
  if (!isObject(whole)) return issuesOf(error);
  const errors = contentErrors(schema, whole);
  const said = new Map(
    errors.map(({ path, label, error: found }) => [
      JSON.stringify(path.slice(bare ? 1 : 0)),
      errorText({ ...words, locale: 'en' }, found, label),
    ]),
  );
  return issuesOf(error).map((issue) => {
    const own = zods.test(issue.message) ? said.get(JSON.stringify(issue.path)) : undefined;
    return own === undefined ? issue : { ...issue, message: own };
  });
}

/** How zod's own messages begin. */
const zods = /^(?:Invalid (?:input|option|string)|Too (?:small|big)): /;
