import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** Import a file that the person names, or a package that is installed beside one. */
export async function importFile(file: string): Promise<Record<string, unknown>> {
  // oxlint-disable-next-line walls/rooms
  return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
}

/** Where the package stands that a file finds under this name. Undefined if it is not installed there. */
export function findBeside(file: string, name: string): string | undefined {
  try {
    return createRequire(file).resolve(name);
  } catch {
    return undefined;
  }
}
