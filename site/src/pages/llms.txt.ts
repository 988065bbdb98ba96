import type { APIRoute } from 'astro';
import { description } from '../../../package.json';
import { groups } from '../../documents.mjs';
import { documentsIn, pathOf } from '../documents.ts';

/** The list of all pages for models, as https://llmstxt.org wants it. Its links lead to the documents' own text. */
export const GET: APIRoute = async ({ site }) => {
  const parts = [`# elicitkit\n\n> ${description}`];
  for (const group of groups) {
    const lines = (await documentsIn(group)).map((document) => {
      const address = import.meta.env.BASE_URL + pathOf(document);
      const { title, description: purpose } = document.data;
      return `- [${title}](${site ? new URL(address, site).href : address})${purpose ? `: ${purpose}` : ''}`;
    });
    parts.push(`## ${group.label}\n\n${lines.join('\n')}`);
  }
  return new Response(`${parts.join('\n\n')}\n`);
};
