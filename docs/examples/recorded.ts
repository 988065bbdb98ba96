import { createChatHandler, type RecordEntry } from 'elicitkit/server';
import { fileStore } from 'elicitkit/store/file';
import { provider } from './model';
import { bookFlightTool } from './tool';

export const chat = createChatHandler({
  provider,
  tools: [bookFlightTool],
  store: fileStore('./.elicit'),
  record: true,
});

/** Who answered what in the calls that this person made. */
export async function answersFor(owner: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const entry of chat.record({ owner })) {
    if (entry.what === 'answered') lines.push(`${new Date(entry.at).toISOString()} ${lineOf(entry)}`);
  }
  return lines;
}

function lineOf({ by, key, action, content }: Extract<RecordEntry, { what: 'answered' }>): string {
  return `${by?.name ?? by?.id ?? 'somebody'}: ${action} ${key} ${JSON.stringify(content)}`;
}
