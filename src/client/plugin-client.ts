import type { PluginClient, PluginClientOptions } from './client-options.ts';
import { createClient, type Reach } from './create-client.ts';
import { later } from './later.ts';
import { openKeeper } from './storage/keeper.ts';
import { openStreams } from './streams.ts';

/**
 * Create a client that talks to the chat server and runs the plugins' handlers, with or without a page.
 *
 * @example
 * const client = createPluginClient({ endpoint: '/api/chat', plugins: [bookFlightPlugin] });
 * await client.send('Book me a flight from NYC to LAX');
 *
 * @throws {ToolDeclarationError} for two plugins of one tool
 */
export function createPluginClient(options: PluginClientOptions): PluginClient {
  return createClient(options, pageParts, reach);
}

/** What a page loads once it is up: what asks and takes answers, and what sends. */
export const pageParts = later(() => import('./page-parts.ts'));

const reach: Reach = { openStreams, openKeeper };
