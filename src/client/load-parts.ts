import { later } from './later.ts';

/** What a page loads once it is up: what asks and takes answers, and what sends. */
export const pageParts = later(() => import('./page-parts.ts'));
