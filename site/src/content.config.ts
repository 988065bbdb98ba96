import { relative } from 'node:path';
import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro:content';
import { glob, type Loader } from 'astro/loaders';
import { root } from '../../scripts/doors.mjs';
import { documents, slugOf } from '../documents.mjs';
import { aboutDocument } from '../read-document.mjs';

const files = glob({ base: '..', pattern: documents, generateId: ({ entry }) => slugOf(entry) });

/** The documents where they lie. They have no front matter, because code hosts would show it. */
const loader: Loader = {
  name: 'documents',
  load: (context) =>
    files.load({
      ...context,
      parseData: ({ filePath = '', data, ...rest }) =>
        context.parseData({ ...rest, filePath, data: { ...data, ...aboutDocument(relative(root, filePath)) } }),
    }),
};

export const collections = { docs: defineCollection({ loader, schema: docsSchema() }) };
