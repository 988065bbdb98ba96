import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { root, run, temporaryFolder } from './project.ts';

/** Builds and packs the package once, for all its tests. */
export function setup({ provide }: TestProject): () => void {
  const folder = temporaryFolder();
  run(process.execPath, ['scripts/build.mjs'], root);
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], root)) as {
    filename: string;
  }[];
  provide('tarball', join(folder, packed!.filename));
  return () => rmSync(folder, { recursive: true, force: true });
}

declare module 'vitest' {
  interface ProvidedContext {
    tarball: string;
  }
}
