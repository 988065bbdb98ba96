import { createPluginClient, type PluginClient } from 'elicitkit';
import type { ChatRequestBody } from 'elicitkit/client';
import { callServer } from './server.ts';
import { createWireLog, type WireLog } from './wire-log.ts';

/** One conversation of calls, and what goes over its wire. */
export interface Session {
  readonly client: PluginClient;
  readonly log: WireLog;
}

/** Open this tab's last conversation, or a new one. */
export function openSession(): Session {
  const log = createWireLog();
  const client = createPluginClient({
    ...callServer,
    plugins: [],
    maxItems: 200,
    fetch(address, init) {
      if (typeof init?.body === 'string') {
        const body = JSON.parse(init.body) as ChatRequestBody;
        log.add('sent', nameOf(body), body);
      }
      return fetch(address, init);
    },
    onEvent: (event) => log.add('received', event.type, event),
    onError: ({ code, message, status }) => log.add('failed', code, { code, message, status }),
  });
  return { client, log };
}

/** What a request brings. */
function nameOf({ pluginCall, pluginElicitResponses, pluginAbort }: ChatRequestBody): string {
  if (pluginCall !== undefined) return 'call';
  if (pluginElicitResponses !== undefined) return 'answer';
  return pluginAbort === undefined ? 'attach' : 'abort';
}
