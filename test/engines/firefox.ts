import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { clicked, pressed, typed } from './actions.ts';
import type { Browser } from './browser.ts';
import { startProgram } from './program.ts';

const preferences = {
  'app.update.auto': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'en-US',
};

/** Firefox, by the WebDriver BiDi endpoint of its own: https://w3c.github.io/webdriver-bidi/ */
export async function openFirefox(path: string): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'elicitkit-firefox-'));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  // Without a page to start with, the address bar would keep the focus.
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'data:,'];
  const program = startProgram(path, args, { HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' });
  let socket: WebSocket | undefined;
  const end = async () => {
    socket?.close();
    await program.end();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const [, address] = await program.printed(/WebDriver BiDi listening on (ws:\S+)/);
    socket = await connect(`${address}/session`);
    const { send, on } = speak(socket);
    const { capabilities } = await send<{ capabilities: { browserVersion: string } }>('session.new', {
      capabilities: {},
    });
    const said: string[] = [];
    on('log.entryAdded', ({ level, text }: { level: string; text: string | null }) => {
      if (level === 'error' || level === 'warn') said.push(text ?? '');
    });
    await send('session.subscribe', { events: ['log.entryAdded'] });
    const tree = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
    let context = tree.contexts[0]?.context;
    const perform = (actions: object[]) => send<void>('input.performActions', { context, actions });
    return {
      version: capabilities.browserVersion,
      async go(url) {
        await send('browsingContext.navigate', { context, url, wait: 'complete' });
      },
      async evaluate(expression) {
        const { result, exceptionDetails } = await send<Evaluated>('script.evaluate', {
          expression: `JSON.stringify(${expression})`,
          target: { context },
          awaitPromise: false,
        });
        if (exceptionDetails) throw new Error(exceptionDetails.text);
        return result?.value === undefined ? undefined : JSON.parse(result.value);
      },
      press: (...keys) => perform(pressed(keys)),
      type: (text) => perform(typed(text)),
      clickAt: (x, y) => perform(clicked(x, y)),
      resize: (width, height) => send('browsingContext.setViewport', { context, viewport: { width, height } }),
      async newTab() {
        ({ context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' }));
        return context;
      },
      async useTab(tab) {
        context = tab as string;
        await send('browsingContext.activate', { context });
      },
      get tab() {
        return context;
      },
      complaints: () => Promise.resolve(said.splice(0)),
      async close() {
        await Promise.race([send('browser.close', {}).catch(() => undefined), sleep(3000)]);
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

interface Evaluated {
  result?: { value?: string };
  exceptionDetails?: { text: string };
}

async function connect(address: string): Promise<WebSocket> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return socket;
}

interface Message {
  type: 'success' | 'error' | 'event';
  id?: number;
  method?: string;
  result?: unknown;
  params?: never;
  error?: string;
  message?: string;
}

/** Commands and events of WebDriver BiDi over a socket. */
function speak(socket: WebSocket) {
  let last = 0;
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  const listeners = new Map<string, (params: never) => void>();
  socket.on('message', (data: Buffer) => {
    const { type, id = 0, method = '', result, params, error, message } = JSON.parse(String(data)) as Message;
    if (type === 'event') return listeners.get(method)?.(params as never);
    const asked = waiting.get(id);
    waiting.delete(id);
    if (type === 'success') asked?.resolve(result as never);
    else asked?.reject(new Error(`${error}: ${message}`));
  });
  socket.on('close', () => waiting.forEach(({ reject }) => reject(new Error('Firefox is gone.'))));
  return {
    send<T>(method: string, params: object): Promise<T> {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, method, params }));
      });
    },
    on: (method: string, listener: (params: never) => void) => void listeners.set(method, listener),
  };
}
