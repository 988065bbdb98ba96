import { fileURLToPath } from 'node:url';
import { defineConfig, runnerImport, type Plugin } from 'vite';
import { nodeListener } from '../../../src/command/node-listener.ts';
import type * as ShopModule from './shop.ts';

const root = fileURLToPath(new URL('../../../demo', import.meta.url));
const shared = { root, resolve: { tsconfigPaths: true, noExternal: [/^elicitkit/] } };

/** Serves the demo's built pages, with a chat whose conversations are in Postgres, and the page of its links. */
function shopServer(): Plugin {
  return {
    name: 'refund-shop',
    async configurePreviewServer({ middlewares }) {
      const { module } = await runnerImport<typeof ShopModule>(fileURLToPath(new URL('shop.ts', import.meta.url)), {
        ...shared,
        configFile: false,
      });
      const listener = nodeListener(module.openShop());
      middlewares.use((request, response, next) => {
        if (!/^\/(?:api|answer)\b/.test(request.url ?? '')) next();
        else listener(request, response).catch(next);
      });
    },
  };
}

export default defineConfig({
  ...shared,
  plugins: [shopServer()],
  build: { outDir: fileURLToPath(new URL('../../../demo-dist', import.meta.url)) },
});
