import { reasonOf } from '../protocol/coded-error.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';

/** Answers one kind of request. What it throws goes back as an error. */
export type WireRequest = (params: unknown, signal: AbortSignal) => Promise<JsonObject>;

/** What one end does with the messages of the other, by method. */
export interface WireHandlers {
  readonly requests: Readonly<Record<string, WireRequest>>;
  readonly notifications: Readonly<Record<string, (params: unknown) => void>>;
}

export type WindowWire = ReturnType<typeof openWire>;

/**
 * Speaks JSON-RPC with another window: a host with an app, or an app with its host.
 *
 * @param post - sends a message to the other end
 */
export function openWire(post: (message: JsonObject) => void, { requests, notifications }: WireHandlers) {
  const waiting = new Map<unknown, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  const working = new Map<unknown, AbortController>();
  const send = (message: JsonObject) => post({ jsonrpc: '2.0', ...message });
  let sent = 0;

  async function answer(id: string | number, method: string, params: unknown): Promise<void> {
    const handle = Object.hasOwn(requests, method) ? requests[method] : undefined;
    if (handle === undefined) return send({ id, error: { code: -32_601, message: `There is no ${method} here.` } });
    const stop = new AbortController();
    working.set(id, stop);
    try {
      send({ id, result: await handle(params, stop.signal) });
    } catch (error) {
      send({ id, error: { code: -32_603, message: reasonOf(error) } });
    }
    working.delete(id);
  }

  function take({ id, result, error }: JsonObject): void {
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (!isObject(error)) return resolve?.(result);
    const why = typeof error['message'] === 'string' ? error['message'].slice(0, 500) : 'It does not say why.';
    return reject?.(new Error(`It was refused: ${why}`));
  }

  return {
    /** @throws {Error} what the other end said, if it refused */
    request(method: string, params: JsonObject): Promise<unknown> {
      sent += 1;
      const id = sent;
      send({ id, method, params });
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    },
    notify: (method: string, params: JsonObject) => send({ method, params }),
    /** Stop what is being done for the other end. */
    close(): void {
      for (const stop of working.values()) stop.abort();
    },
    /** Take a message of the other end, and of no other window. What is no message is ignored. */
    hear(message: unknown): void {
      if (!isObject(message) || message['jsonrpc'] !== '2.0') return;
      const { id, method, params } = message;
      if (typeof method !== 'string') return take(message);
      if (typeof id === 'string' || typeof id === 'number') return void answer(id, method, params);
      if (method === 'notifications/cancelled' && isObject(params)) working.get(params['requestId'])?.abort();
      if (Object.hasOwn(notifications, method)) notifications[method]?.(params);
    },
  };
}
