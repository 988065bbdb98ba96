/**
 * Conversations in a folder of one machine.
 *
 * @module elicitkit/store/file
 */

export { fileStore, type FileStoreError, type FileStoreOptions } from './store/file-store.ts';
export type { DurableStore } from './store/durable-store.ts';
