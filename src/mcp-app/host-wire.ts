import { reasonOf } from '../protocol/coded-error.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';

/** Answers one kind of request. What it throws goes back as an error. */
export type HostRequest = (params: unknown, signal: AbortSignal) => Promise<JsonObject>;

/** What the page does with the messages of its host, by method. */
export interface HostHandlers {
  readonly requests: Readonly<Record<string, HostRequest>>;
  readonly notifications: Readonly<Record<string, (params: unknown) => void>>;
}

/** Speaks JSON-RPC to the host. */
export interface HostWire {
  /** @throws {Error} what the host said, if it refused */
  request(method: string, params: JsonObject): Promise<unknown>;
  notify(method: string, params: JsonObject): void;
}

/**
 * Speak to the window around this frame. Messages of other windows are ignored.
 *
 * @param host - the window around the frame
 */
export function openHostWire(host: Window, { requests, notifications }: HostHandlers): HostWire {
  const waiting = new Map<unknown, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  const working = new Map<unknown, AbortController>();
  // The frame does not know the origin of its host, which may be any. Only that window gets the message.
  const send = (message: JsonObject) => host.postMessage({ jsonrpc: '2.0', ...message }, '*');
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
    if (isObject(error)) reject?.(new Error(`The host refused: ${String(error['message'])}`));
    else resolve?.(result);
  }

  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== host || !isObject(data) || data['jsonrpc'] !== '2.0') return;
    const { id, method, params } = data;
    if (typeof method !== 'string') return take(data);
    if (typeof id === 'string' || typeof id === 'number') return void answer(id, method, params);
    if (method === 'notifications/cancelled' && isObject(params)) working.get(params['requestId'])?.abort();
    if (Object.hasOwn(notifications, method)) notifications[method]?.(params);
  });

  return {
    request(method, params) {
      sent += 1;
      const id = sent;
      send({ id, method, params });
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    },
    notify: (method, params) => send({ method, params }),
  };
}
