import { later } from '../later.ts';
import type { Generators } from './generators.ts';

/** What runs generators. */
export const generators = later<Generators>(async () => {
  const { createGenerators } = await import('./generators.ts');
  return createGenerators();
});
