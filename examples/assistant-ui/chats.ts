// The AI SDK page's own messages: a file for each chat.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { UIMessage } from 'ai';

const folder = '.data/chats';

/** The messages of a chat, none if it is new. */
export async function loadChat(id: string): Promise<UIMessage[]> {
  try {
    return JSON.parse(await readFile(`${folder}/${id}.json`, 'utf8')) as UIMessage[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

export async function saveChat(id: string, messages: readonly UIMessage[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  // Whole or not at all, also when two tabs save at once.
  const draft = `${folder}/${id}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(messages));
  await rename(draft, `${folder}/${id}.json`);
}
