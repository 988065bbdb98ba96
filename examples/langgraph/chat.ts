import { askHere } from 'elicitkit/client';
import { createPluginClient, type PluginClient } from 'elicitkit';
import type { Message } from './agents/graph.ts';
import { answerRun, type Reply, type Run } from './answer-run.ts';
import { bookFlightPlugin } from './plugin.ts';

interface Chat {
  readonly run: Run;
  readonly messages: readonly Message[];
}

interface Said {
  readonly id: string;
  readonly text: string;
}

/** What the page shows. */
interface Shown {
  readonly chat?: Chat;
  /** The message on its way to the server. */
  readonly said?: Said | undefined;
  readonly hasFailed: boolean;
}

let shown: Shown = { hasFailed: false };
const listeners = new Set<() => void>();

export const getShown = () => shown;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(more: Partial<Shown>): void {
  shown = { ...shown, ...more };
  for (const listener of listeners) listener();
}

/** Say something, or just go on. The same message counts once. */
export async function goOn(said?: Said): Promise<void> {
  show({ said, hasFailed: false });
  try {
    if (said !== undefined) await post('messages', said);
    await follow();
  } catch {
    show({ hasFailed: true });
  }
}

/** The chat of this address. A new one gets an address of its own. */
function chatIdOf({ href }: Location): string {
  const url = new URL(href);
  const id = url.searchParams.get('chat') ?? crypto.randomUUID();
  url.searchParams.set('chat', id);
  history.replaceState(null, '', url);
  return id;
}

const chatId = chatIdOf(location);
export const client: PluginClient = createPluginClient({
  conversationId: chatId,
  plugins: [bookFlightPlugin],
  // The card says that an answer was not delivered.
  onError: ({ code, message }) => code !== 'ANSWER_NOT_CONFIRMED' && console.error(message),
});

/** The chat as the server knows it: empty if it is new, or if the server has forgotten it. */
async function load(): Promise<Chat> {
  const response = await fetch(`/api/chats/${chatId}`);
  if (!response.ok) throw new Error(`The server has answered ${response.status}.`);
  return (await response.json()) as Chat;
}

async function post(path: string, body: unknown, signal: AbortSignal | null = null): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`/api/chats/${chatId}/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok) throw new Error(`The server has answered ${response.status}.`);
  return response;
}

/** Show the chat and ask what it waits for, until it waits for nothing. */
async function follow(): Promise<void> {
  const chat = await load();
  show({ chat, said: undefined });
  endOthers(chat.run);
  if (!chat.run.waitsFor?.length) return;
  await answerRun(client, chat.run, async (answer, signal) => {
    const response = await post('answers', answer, signal);
    return (await response.json()) as Reply;
  });
  show({ chat: await load() });
}

/** Whether the server has forgotten what this tab remembers. */
export const isForgotten = ({ messages }: Chat) => messages.length === 0 && client.getSnapshot().items.length > 0;

/** End the questions of this tab that the run no longer asks. */
function endOthers(run: Run): void {
  for (const { elicitId, key, message, server } of client.getSnapshot().pending) {
    const [, , id] = JSON.parse(elicitId) as string[];
    if (server === undefined || id === undefined || run.waitsFor?.some((one) => one.id === id)) continue;
    askHere(client, { server, key, id, message }).stop({ title: 'No longer asked', detail: message });
  }
}
