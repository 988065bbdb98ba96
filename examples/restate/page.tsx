import { ElicitOutlet, createPluginClient, PluginSessionProvider } from 'elicitkit';
import { createInboxClient, ElicitInbox } from 'elicitkit/inbox';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import 'elicitkit/styles.css';
import 'elicitkit/inbox.css';
import { bookFlightPlugin } from './plugin.ts';
import './page.css';

const endpoint = '/api/elicit';
const plugins = [bookFlightPlugin];
// The trip is in the address, so that a reload and a second tab show the same one.
const known = location.hash.slice(1);
const tripId = known || crypto.randomUUID();
const client = createPluginClient({ endpoint, conversationId: tripId, plugins });
const inbox = createInboxClient({ endpoint, plugins });

function Page() {
  const [hasBegun, setBegun] = useState(known !== '');
  const [isInbox, setInbox] = useState(false);
  const begin = () => {
    history.replaceState(null, '', `#${tripId}`);
    setBegun(true);
  };
  return (
    <main>
      <header>
        <h1>SkyHigh</h1>
        <button type="button" aria-pressed={isInbox} onClick={() => setInbox(!isInbox)}>
          Inbox
        </button>
      </header>
      {isInbox && <ElicitInbox inbox={inbox} toolTitles={{ book_flight: 'Flight' }} nameOf={() => 'Ada'} />}
      {!isInbox && hasBegun && <Trip />}
      {!isInbox && !hasBegun && (
        <button type="button" onClick={begin}>
          Book me a flight from NYC to LAX
        </button>
      )}
    </main>
  );
}

function Trip() {
  const [said, setSaid] = useState('Your trip is being booked.');
  useEffect(() => {
    const leaving = new AbortController();
    follow(leaving.signal).then(setSaid, (error: unknown) => {
      if (!leaving.signal.aborted) setSaid(`The trip failed: ${String(error)}`);
    });
    return () => leaving.abort();
  }, []);
  return (
    <PluginSessionProvider client={client}>
      <ElicitOutlet />
      <output>{said}</output>
    </PluginSessionProvider>
  );
}

/** Starts the workflow, unless it has started, and asks for its result until it has one. */
async function follow(signal: AbortSignal): Promise<string> {
  await ask('PUT', signal);
  for (;;) {
    // The call may have begun, or gone on in another tab, in the inbox or in another worker.
    void client.attach({ calls: [tripId] });
    const response = await ask('GET', signal);
    const { result } = (await response.json()) as { result: string | null };
    if (result !== null) return result;
  }
}

/** Asks again while no worker answers. */
async function ask(method: 'GET' | 'PUT', signal: AbortSignal): Promise<Response> {
  for (;;) {
    const response = await fetch(`/api/trips/${tripId}`, { method, signal }).catch(() => undefined);
    signal.throwIfAborted();
    if (response?.ok) return response;
    if (response !== undefined) throw new Error(await response.text());
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
