import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clicked, pressed, typed } from './actions.ts';
import type { Browser } from './browser.ts';
import { startProgram, type Program } from './program.ts';

/**
 * WebKitGTK's own browser on a screen of its own, by WebKitWebDriver: https://w3c.github.io/webdriver/
 *
 * @param path - of MiniBrowser
 */
export async function openWebKit(path: string): Promise<Browser> {
  const home = mkdtempSync(join(tmpdir(), 'elicitkit-webkit-'));
  // The window's bar would keep it at least 447 px wide.
  const style = '* { min-width: 0; margin: 0; padding: 0; font-size: 1px; border-width: 0; }';
  mkdirSync(join(home, 'gtk-3.0'));
  writeFileSync(join(home, 'gtk-3.0/gtk.css'), style);
  const screen = startProgram('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1200x24', '-nolisten', 'tcp']);
  let driver: Program | undefined;
  const end = async () => {
    await driver?.end();
    await screen.end();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const [display] = await screen.printed(/\d+/);
    const port = await freePort();
    driver = startProgram('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
      DISPLAY: `:${display}`,
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_RUNTIME_DIR: home,
      // Without a language, prices are written as in none.
      LANG: 'en_US.UTF-8',
      LIBGL_ALWAYS_SOFTWARE: '1',
      GIO_USE_VFS: 'local',
      GSETTINGS_BACKEND: 'memory',
      NO_AT_BRIDGE: '1',
      // Otherwise WebKit starts a message bus that outlives it.
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    });
    const ask = async (method: string, url: string, body?: object) => {
      const response = await fetch(`http://127.0.0.1:${port}${url}`, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        signal: AbortSignal.timeout(60_000),
      });
      const { value } = (await response.json()) as { value: never };
      if (!response.ok) throw new Error(`${url.split('/').at(-1)}: ${JSON.stringify(value)}`);
      return value;
    };
    await whenReady(() => ask('GET', '/status'));
    const options = { binary: path, args: ['--automation'] };
    const session: { sessionId: string; capabilities: { browserVersion: string } } = await ask('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    });
    const base = `/session/${session.sessionId}`;
    const post = (what: string, body: object) => ask('POST', `${base}/${what}`, body);
    const evaluate = async (expression: string): Promise<never> => {
      const json = await post('execute/sync', { script: `return JSON.stringify(${expression})`, args: [] });
      return (json === null ? undefined : JSON.parse(json)) as never;
    };
    const perform = (actions: object[]): Promise<void> => post('actions', { actions });
    let handle: string = await ask('GET', `${base}/window`);
    // A screen without a window manager gives no window the focus.
    const focus = ['search', '--onlyvisible', '--class', 'MiniBrowser', 'windowfocus'];
    execFileSync('xdotool', focus, { env: { ...process.env, DISPLAY: `:${display}` } });
    const useTab = async (tab: unknown) => {
      handle = tab as string;
      await post('window', { handle });
    };
    return {
      version: session.capabilities.browserVersion,
      async go(url) {
        await post('url', { url });
        // The driver does not report the console, so the page keeps what it says from here on.
        await evaluate(`(${String(keepComplaints)})()`);
      },
      evaluate,
      press: (...keys) => perform(pressed(keys)),
      type: (text) => perform(typed(text)),
      clickAt: (x, y) => perform(clicked(x, y)),
      async resize(width, height) {
        // The window's own bars come on top.
        let [outerWidth, outerHeight] = [width, height];
        for (let tries = 0; tries < 20; tries += 1) {
          await post('window/rect', { width: outerWidth, height: outerHeight });
          await sleep(100);
          const [inside, below]: [number, number] = await evaluate('[innerWidth, innerHeight]');
          if (inside === width && below === height) return;
          if (tries % 5 === 4) [outerWidth, outerHeight] = [outerWidth + width - inside, outerHeight + height - below];
        }
        throw new Error(`The window is not ${width} × ${height} px inside.`);
      },
      async newTab() {
        const { handle: opened }: { handle: string } = await post('window/new', { type: 'tab' });
        await useTab(opened);
        return opened;
      },
      useTab,
      get tab() {
        return handle;
      },
      complaints: async () => (await evaluate('(globalThis.complaints ?? []).splice(0)')) ?? [],
      async close() {
        await ask('DELETE', base).catch(() => undefined);
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** This runs in the page. */
function keepComplaints(): void {
  const page = globalThis as { complaints?: string[] };
  if (page.complaints) return;
  const complaints: string[] = (page.complaints = []);
  addEventListener('error', ({ message }) => complaints.push(message));
  addEventListener('unhandledrejection', ({ reason }) => complaints.push(String(reason)));
  for (const level of ['error', 'warn'] as const) {
    const tell = console[level];
    console[level] = (...words: unknown[]) => {
      complaints.push(words.map(String).join(' '));
      tell.apply(console, words);
    };
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function whenReady(attempt: () => Promise<unknown>): Promise<void> {
  for (const end = Date.now() + 30_000; ; await sleep(100)) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
