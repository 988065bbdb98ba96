import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browsers } from '../../scripts/ensure-browsers.mjs';
import type { Browser } from './browser.ts';
import { createPage } from './page.ts';

const html = `<!doctype html><script type="module">
  window.load = () => import('/part.js').then(() => 'loaded', () => 'failed').then((said) => { window.said = said; });
</script>`;

/** Imports a file that the server does not give at first. docs/faults.md says which engines ask for it again. */
export function driveImports(
  engine: keyof typeof browsers,
  open: (path: string) => Promise<Browser>,
  { remembers = false } = {},
): void {
  const path = browsers[engine].find();
  describe.skipIf(path === undefined)('a part of a page that could not be fetched', () => {
    const network = { isOn: false };
    const server = createServer(({ url }, response) => {
      if (url !== '/part.js') return void response.writeHead(200, { 'content-type': 'text/html' }).end(html);
      if (!network.isOn) return void response.writeHead(503).end();
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end('export {};');
    });
    let browser: Browser;
    beforeAll(async () => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      browser = await open(path ?? '');
    }, 120_000);
    afterAll(async () => {
      await browser?.close();
      server.closeAllConnections();
      server.close();
    });

    it(`is fetched again ${remembers ? 'after a reload' : 'when it is asked for again'}`, async () => {
      const page = createPage(browser);
      const load = async () => {
        await browser.evaluate('window.said = undefined, window.load(), 1');
        return page.until('an end', () => (window as { said?: string }).said);
      };
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      await browser.go(address);
      expect(await load()).toBe('failed');
      network.isOn = true;
      expect(await load()).toBe(remembers ? 'failed' : 'loaded');
      await browser.go(address);
      expect(await load()).toBe('loaded');
    });
  });
}
