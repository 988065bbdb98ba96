import { later } from '../later.ts';

/** What runs generator handlers. */
export const generators = later(() => import('./generators.ts'));
