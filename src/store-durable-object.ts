/**
 * Conversations in a Durable Object of Cloudflare, such as one for each conversation.
 *
 * @module elicitkit/store/durable-object
 */

export { durableObjectStore, type ObjectStorage } from './store/durable-object-store.ts';
export type { DurableStore } from './store/durable-store.ts';
