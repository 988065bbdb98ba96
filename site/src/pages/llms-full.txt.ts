import type { APIRoute } from 'astro';
import { forMaintainers, groups } from '../../documents.mjs';
import { documentsIn } from '../documents.ts';

/** The text of all documents that users of the package read, in the sidebar's order, for models. */
export const GET: APIRoute = async () => {
  const documents = await documentsIn(...groups.filter((group) => group !== forMaintainers));
  return new Response(documents.map(({ body }) => body).join('\n'));
};
