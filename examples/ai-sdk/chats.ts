// The app's own messages: a file for each chat.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import * as z from 'zod';
import type { ChatMessage } from './chat-message';

/** A chat's id is part of a file's name. */
export const chatId = z.uuid();

/** The messages of a chat, none if it is new. */
export async function loadChat(id: string): Promise<ChatMessage[]> {
  try {
    return JSON.parse(await readFile(`.data/chats/${id}.json`, 'utf8')) as ChatMessage[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

export async function saveChat(id: string, messages: readonly ChatMessage[]): Promise<void> {
  await mkdir('.data/chats', { recursive: true });
  // Whole or not at all, also when two tabs save at once.
  const draft = `.data/chats/${id}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(messages));
  await rename(draft, `.data/chats/${id}.json`);
}
