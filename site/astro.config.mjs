// The documents as a site, by `npm run docs`. It is for the root of a server, without a map for search engines, unless
// DOCS_URL says where it will lie.
import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';
import { readDoors, root } from '../scripts/doors.mjs';
import { base, url } from './address.mjs';
import { checkLinks } from './check-links.mjs';
import { forMaintainers, groups, slugOf } from './documents.mjs';
import { placeDocument } from './place-document.mjs';

export default defineConfig({
  ...(url && { site: url.origin }),
  base,
  trailingSlash: 'always',
  devToolbar: { enabled: false },
  // Pictures as they are: one of them moves.
  image: { service: passthroughImageService() },
  markdown: { smartypants: false, remarkPlugins: [placeDocument(base)] },
  integrations: [
    starlight({
      title: 'elicitkit',
      customCss: ['./src/site.css'],
      credits: false,
      markdown: { processedDirs: ['..'] },
      // Blocks as they are: a first line that names a file is code, and commands need no picture of a window.
      expressiveCode: { frames: { extractFileNameFromCode: false }, defaultProps: { frame: 'none' } },
      sidebar: groups.map((group) => ({
        label: group.label,
        collapsed: group === forMaintainers,
        items: group.entries.map((entry) => (typeof entry === 'string' ? { slug: slugOf(entry) } : entry)),
      })),
    }),
    checkLinks(base),
  ],
  vite: {
    // The live example uses the package as built.
    resolve: {
      alias: readDoors().map(({ path, built }) => ({
        find: new RegExp(`^elicitkit${path.slice(1).replaceAll('.', '\\.')}$`),
        replacement: root + built,
      })),
    },
  },
});
