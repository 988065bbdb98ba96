import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileFor, filesIn } from './files.mjs';

/**
 * Fails the build for a link or a picture that leads nowhere: to a file that the site lacks, to a heading that a page
 * lacks, or out of the site.
 *
 * @param {string} base - the site's path, with a slash at both ends
 * @returns {import('astro').AstroIntegration}
 */
export function checkLinks(base) {
  return {
    name: 'check-links',
    hooks: {
      'astro:build:done'({ dir, logger }) {
        const problems = problemsIn(fileURLToPath(dir), base);
        if (problems.length > 0) throw new Error(`Links that lead nowhere:\n${problems.join('\n')}`);
        logger.info('Every link leads to a page and its heading.');
      },
    },
  };
}

/**
 * @param {string} folder
 * @param {string} base
 * @returns {string[]} such as `chat/index.html: /vitte/`
 */
export function problemsIn(folder, base) {
  const files = filesIn(folder);
  // TypeDoc checks the links of the API's reference.
  const pages = new Map(
    [...files]
      .filter((file) => file.endsWith('.html') && !file.startsWith('api/'))
      .map((file) => {
        const html = readFileSync(join(folder, file), 'utf8');
        return [file, { links: valuesOf(html, 'href|src'), ids: new Set(valuesOf(html, 'id')) }];
      }),
  );
  const isLost = (from, link) => {
    if (/^(https?:|mailto:|data:)/.test(link)) return false;
    const { pathname, hash } = new URL(link, `https://site.invalid${base}${from.replace(/index\.html$/, '')}`);
    if (!pathname.startsWith(base)) return true;
    const file = fileFor(decodeURIComponent(pathname.slice(base.length)));
    const anchor = decodeURIComponent(hash.slice(1));
    return !files.has(file) || (anchor !== '' && pages.has(file) && !pages.get(file).ids.has(anchor));
  };
  return [...pages].flatMap(([from, { links }]) =>
    [...new Set(links)].filter((link) => isLost(from, link)).map((link) => `${from}: ${link}`),
  );
}

/** The values of an attribute in the tags of a page. Code that a page shows is escaped, so that it holds no tag. */
function valuesOf(html, name) {
  const tags = html.match(/<[a-z][^>]*>/g) ?? [];
  return tags.flatMap((tag) =>
    [...tag.matchAll(new RegExp(` (?:${name})="([^"]*)"`, 'g'))].map(([, value]) =>
      value.replaceAll('&amp;', '&').replaceAll('&#x26;', '&'),
    ),
  );
}
