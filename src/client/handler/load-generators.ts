import type { Generators } from './generators.ts';

let loaded: Generators | undefined;

/** What runs generators, if it is there. */
export const generators = (): Generators | undefined => loaded;

/** @throws what the import throws, such as where its file cannot be fetched. It can be tried again */
export async function loadGenerators(): Promise<Generators> {
  const { createGenerators } = await import('./generators.ts');
  return (loaded ??= createGenerators());
}
