import type { ModelMessage } from 'ai';

/** True if the messages make the call and lack its result. A later call may have the id of one that has ended. */
export function isDangling(messages: readonly ModelMessage[], toolCallId: string): boolean {
  const parts = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : [...content]) as Part[]);
  const last = parts.findLast(
    (part) => (part.type === 'tool-call' || part.type === 'tool-result') && part.toolCallId === toolCallId,
  );
  return last?.type === 'tool-call';
}

interface Part {
  readonly type: string;
  readonly toolCallId?: string;
}
