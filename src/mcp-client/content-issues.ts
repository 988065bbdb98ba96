import { contentErrors } from '../form/content-errors.ts';
import { errorText } from '../form/texts.ts';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';
import type { Words } from './words.ts';

/** What is wrong with an answer just before it is sent, in the words of forms. */
export function contentIssues(schema: JsonObject, content: unknown, words: Words): readonly ElicitIssue[] {
  if (!isObject(content)) return [{ path: [], message: words.unfit }];
  // More would help no reader.
  const errors = contentErrors(schema, content).slice(0, 100);
  return errors.map(({ path, label, error }) => ({ path, message: errorText(words.form, error, label) }));
}
