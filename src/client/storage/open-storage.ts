import { ClientError } from '../client-error.ts';
import { answersKeyOfTab, currentKey, keyOf, type ClientStorage } from './client-storage.ts';

/** An asynchronous storage, such as IndexedDB or a native app's. */
export interface AsyncStorage {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
}

/** Options of `openStorage`. */
export interface OpenStorageOptions {
  /** The conversation to read; set it if the client gets one too. @default the last one that this storage kept */
  conversationId?: string | undefined;
  /** How long the storage may take, in milliseconds. @default 5000 */
  timeout?: number | undefined;
}

/**
 * Read a conversation from an asynchronous storage, so that a client can start with it.
 *
 * @example
 * const storage = await openStorage(yours);
 * const client = createPluginClient({ endpoint: '/api/chat', plugins, storage });
 *
 * @returns a storage that reads synchronously and passes each change on in order
 * @throws {ClientError} `STORAGE_FAILED` if the storage fails or takes too long: pass `storage: false` then
 */
export async function openStorage(
  storage: AsyncStorage,
  { conversationId, timeout = 5_000 }: OpenStorageOptions = {},
): Promise<ClientStorage> {
  const known = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not answer within ${timeout} ms.`)), timeout);
  });
  const load = async (key: string) => {
    const value = await storage.getItem(key);
    if (typeof value === 'string') known.set(key, value);
    return known.get(key);
  };
  const loadAll = async () => {
    const id = conversationId ?? (await load(currentKey));
    if (id !== undefined) await Promise.all([load(keyOf(id)), load(answersKeyOfTab()(id))]);
  };
  try {
    await Promise.race([loadAll(), late]);
  } catch (cause) {
    throw new ClientError('STORAGE_FAILED', 'The storage could not be read. Make the client with storage: false.', {
      cause,
    });
  } finally {
    clearTimeout(timer);
  }

  let last: Promise<void> = Promise.resolve();
  // Write one after another: a slow write must not overwrite a later one.
  const pass = (write: () => Promise<void>) => (last = last.then(write, write));
  return {
    getItem: (key) => known.get(key) ?? null,
    setItem(key, value) {
      known.set(key, value);
      return pass(() => storage.setItem(key, value));
    },
    removeItem(key) {
      known.delete(key);
      return pass(() => storage.removeItem(key));
    },
  };
}
