import type { ActiveCall, QuestionDesk } from './question-desk.ts';
import type { Words } from './words.ts';

/**
 * Offer to try again what failed after the person had answered. What they did is kept for as long as they take.
 *
 * @throws the failure, where the person gives it up, and why the call was stopped, where it was
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
