/**
 * Conversations in a folder of one machine.
 *
 * @module elicitkit/store/file
 */

export { fileStore, type FileStore, type FileStoreOptions } from './store/file-store.ts';
export type { FileStoreError } from './store/file-store-error.ts';
export type { DurableStore } from './store/durable-store.ts';
