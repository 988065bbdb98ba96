// Serves the built Storybook in a sub-folder of a server:
//   node scripts/serve-storybook.mjs
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './doors.mjs';

const base = '/some/sub/path/';
/** @type {Record<string, string>} */
const types = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * @param {string} [folder]
 * @returns {Promise<{ url: string, close: () => void }>} the address, with a slash at its end
 */
export async function serveStorybook(folder = join(root, 'storybook-static')) {
  if (!existsSync(join(folder, 'index.json'))) {
    throw new Error(`There is no Storybook in ${folder}. Build it: npm run build-storybook`);
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const name = pathname === base ? 'index.html' : normalize(decodeURIComponent(pathname.slice(base.length)));
    const file = join(folder, name);
    if (!pathname.startsWith(base) || name.startsWith('..') || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      // A browser may keep it: another build is served at another port.
      'cache-control': 'max-age=3600',
    });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${address.port}${base}`, close: () => server.close() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await serveStorybook();
  console.log(`Storybook: ${url}`);
}
