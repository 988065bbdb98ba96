import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../scripts/doors.mjs';
import { documents, slugOf } from './documents.mjs';

/**
 * A plugin of remark that turns a document of the repository into a page: the heading goes, because Starlight shows the
 * title, and links lead to pages of the site. A link to a file that is no page becomes text.
 *
 * @param {string} base - the site's path, with a slash at both ends
 */
export function placeDocument(base) {
  return () => (tree, file) => {
    const first = tree.children.findIndex(({ type, depth }) => type === 'heading' && depth === 1);
    if (first !== -1) tree.children.splice(first, 1);
    placeLinks(tree, relative(root, file.path), base);
  };
}

function placeLinks(node, path, base) {
  for (const child of node.children ?? []) placeLinks(child, path, base);
  if (node.type !== 'link' || /^(https?:|mailto:|#)/.test(node.url)) return;
  const [file, anchor] = node.url.split('#');
  const target = join(dirname(path), file);
  if (documents.includes(target)) {
    const slug = slugOf(target);
    node.url = `${base}${slug === 'index' ? '' : `${slug}/`}${anchor === undefined ? '' : `#${anchor}`}`;
  } else if (existsSync(root + target)) {
    node.type = 'emphasis';
    node.data = { hName: 'span' };
  }
  // The check of links finds any other.
}
