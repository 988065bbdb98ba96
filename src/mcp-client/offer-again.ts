import type { ActiveCall, QuestionDesk } from './question-desk.ts';
import type { Words } from './words.ts';

/**
 * Offer a retry of what failed after the person answered. The answers are kept until the person decides.
 *
 * @throws the failure if the person gives up, or the abort reason if the call was stopped
 */
export async function offerAgain(
  desk: QuestionDesk,
  { again: title, tryAgain: submitLabel }: Words['mcp'],
  message: string,
  call: ActiveCall,
  cause: unknown,
): Promise<void> {
  const source = { call, key: undefined, signal: undefined };
  const asked = desk.confirm({ message, title, submitLabel }, source);
  const { action } = await asked.answer;
  call.signal.throwIfAborted();
  if (action !== 'accept') throw cause;
  asked.note({ title: submitLabel });
}
