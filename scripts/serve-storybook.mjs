// Serves the built Storybook in a sub-folder of a server:
//   node scripts/serve-storybook.mjs
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './doors.mjs';
import { serveFolder } from './serve-folder.mjs';

/**
 * @param {string} [folder]
 * @returns {Promise<{ url: string, close: () => void }>} the address, with a slash at its end
 */
export async function serveStorybook(folder = join(root, 'storybook-static')) {
  if (!existsSync(join(folder, 'index.json'))) {
    throw new Error(`There is no Storybook in ${folder}. Build it: npm run build-storybook`);
  }
  return serveFolder(folder, '/some/sub/path/');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await serveStorybook();
  console.log(`Storybook: ${url}`);
}
