import { useSyncExternalStore, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createClient } from '../client/create-client.ts';
import type { PluginClient } from '../client/client-options.ts';
import { later } from '../client/later.ts';
import { isObject } from '../protocol/json.ts';
import { appsRevision } from '../protocol/mcp-apps.ts';
import type { AnyPlugin } from '../plugin/plugin-registry.ts';
import { ElicitOutlet } from '../react/ElicitOutlet.tsx';
import { PluginSessionProvider } from '../react/PluginSessionProvider.tsx';
import type { ElicitMessageOverrides } from '../ui/language/elicit-messages.ts';
import { openWire, type WindowWire } from '../mcp-client/window-wire.ts';
import { createHostDesk } from './answer-host.ts';
import { createHostLook, type HostLook } from './host-look.ts';

const parts = later(async () => {
  const { createQuestions } = await import('../client/questions.ts');
  return { createParts: createQuestions };
});

/** Options of `showApp`. */
export interface AppOptions {
  /** They ask what the host hands to the page. */
  plugins: readonly AnyPlugin[];
  /** The words of other languages. The host chooses one by its locale. @default English alone */
  languages?: readonly ElicitMessageOverrides[] | undefined;
}

/**
 * Be an app of MCP: show the question that the host around this frame hands over with its plugin's card, and give the
 * answer back. `npx elicitkit apps build` makes pages that call this.
 *
 * @example
 * showApp({ plugins: [bookFlightPlugin], languages: [german] });
 *
 * @returns once the host and the page know each other
 * @throws {Error} what the host said, if it refused
 */
export async function showApp({ plugins, languages = [] }: AppOptions): Promise<void> {
  const look = createHostLook(languages);
  // The frame has an origin of its own, or none: nothing outlives it.
  const client = createClient({ plugins, onError: (error) => desk.fail(error) }, parts);
  const desk = createHostDesk(client);
  // The frame does not know the origin of its host, which may be any. Only that window gets the message.
  const wire = openWire((message) => parent.postMessage(message, '*'), {
    requests: {
      'elicitation/create': (params, signal) => desk.ask(params, signal),
      'ui/resource-teardown': async () => {
        desk.leave();
        await client.close();
        return {};
      },
      ping: () => Promise.resolve({}),
    },
    notifications: { 'ui/notifications/host-context-changed': (params) => look.hear(params) },
  });
  addEventListener('message', ({ source, data }) => source === parent && wire.hear(data));
  const place = document.body.appendChild(document.createElement('main'));
  createRoot(place).render(<AppPage client={client} look={look} />);
  const host = await wire.request('ui/initialize', {
    protocolVersion: appsRevision,
    appInfo: { name: 'elicitkit', version: '1' },
    appCapabilities: { elicitation: {}, availableDisplayModes: ['inline'] },
  });
  if (isObject(host)) look.hear(host['hostContext']);
  wire.notify('ui/notifications/initialized', {});
  tellHeight(wire);
}

function AppPage({ client, look }: { client: PluginClient; look: HostLook }): ReactNode {
  const language = useSyncExternalStore(look.language.subscribe, look.language.get);
  // Otherwise the person may be typing in the page around the frame, which is not seen from here.
  const isFrameFocused = useSyncExternalStore(client.subscribe, () => document.hasFocus());
  return (
    <PluginSessionProvider client={client} {...language}>
      <ElicitOutlet focusOnArrival={isFrameFocused} headingLevel={1} />
    </PluginSessionProvider>
  );
}

/** Tell the host how high the page is, so that it need not scroll. */
function tellHeight(wire: WindowWire): void {
  const { body } = document;
  new ResizeObserver(() => {
    const height = Math.ceil(body.getBoundingClientRect().height);
    wire.notify('ui/notifications/size-changed', { height });
  }).observe(body);
}
