import { getCollection, type CollectionEntry } from 'astro:content';
import { documentsOf, slugOf, type Group } from '../documents.mjs';

/** The documents of some groups, in the sidebar's order. */
export async function documentsIn(...groups: Group[]): Promise<CollectionEntry<'docs'>[]> {
  const all = await getCollection('docs');
  const slugs = groups.flatMap(documentsOf).map(slugOf);
  return slugs.flatMap((slug) => all.filter(({ id }) => id === slug));
}

/** The path of a document in the repository. */
export const pathOf = ({ filePath = '' }: CollectionEntry<'docs'>): string => filePath.replace('../', '');
