import { onTestFinished } from 'vitest';
import { createPluginClient, type PluginClientOptions } from '../../src/client.ts';
import type { createChatHandler } from '../../src/server.ts';
import { memoryTransport } from '../../src/testing.ts';

/** A page, a second one of the same conversation, and the codes of what went wrong in either. Closed with the test. */
export function openTwoPages(
  chat: ReturnType<typeof createChatHandler>,
  options: Pick<PluginClientOptions, 'plugins'> = {},
) {
  const problems: string[] = [];
  const open = (conversationId?: string) =>
    createPluginClient({
      ...options,
      transport: memoryTransport(chat),
      conversationId,
      onError: ({ code }) => void problems.push(code),
    });
  const page = open();
  const other = open(page.conversationId);
  onTestFinished(async () => {
    await Promise.all([page.close(), other.close()]);
    await chat.close();
  });
  return { page, other, pages: [page, other], problems };
}
