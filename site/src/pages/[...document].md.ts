import type { APIRoute, GetStaticPaths } from 'astro';
import { groups } from '../../documents.mjs';
import { documentsIn, pathOf } from '../documents.ts';

/** Each document under its path in the repository, so that its links to other documents lead to their text, too. */
export const getStaticPaths: GetStaticPaths = async () =>
  (await documentsIn(...groups)).map((entry) => ({
    params: { document: pathOf(entry).replace(/\.md$/, '') },
    props: { text: entry.body },
  }));

export const GET: APIRoute<{ text: string }> = ({ props }) => new Response(props.text);
