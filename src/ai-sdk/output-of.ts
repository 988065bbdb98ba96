import type { CallOutcome } from '../chat/create-call-handler.ts';

/**
 * What a tool returned, as the AI SDK takes it: an object or a list instead of its JSON text.
 *
 * @throws {Error} with the tool's words, if it failed or was stopped
 */
export function outputOf({ content, isError }: CallOutcome): unknown {
  if (isError) throw new Error(content);
  return parsed(content);
}

/** A text as the object or the list that it is the JSON of. Any other text as it is. */
export function parsed(content: string): unknown {
  if (!/^[[{]/.test(content)) return content;
  try {
    return JSON.parse(content) as unknown;
  } catch {
    return content;
  }
}
