import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { scriptTarget } from '../scripts/browsers/oldest.mjs';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The page of `elicitkit play`, built at release and shipped whole. */
export default defineConfig({
  root: pathOf('.'),
  plugins: [react()],
  // The page imports the package by name, as a user would. tsconfig.json maps the name to the source.
  resolve: { tsconfigPaths: true },
  build: {
    target: scriptTarget,
    outDir: pathOf('../dist/play'),
    emptyOutDir: true,
    // Its policy refuses scripts that stand in the page.
    modulePreload: { polyfill: false },
    // React and others stand inside: their licences have to come along.
    license: { fileName: 'licenses.md' },
    // Effection's "main", which no page calls, imports `node:process` under Node only.
    rolldownOptions: { external: ['node:process'] },
  },
});
