import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../shared/fixtures/', import.meta.url));

/** Recorded data of real airlines, kept beside the repository; none where the folder is absent. */
export function recorded(kind: 'flights' | 'seatmaps'): readonly { name: string; data: unknown }[] {
  if (!existsSync(folder + kind)) return [];
  return readdirSync(folder + kind)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name, data: JSON.parse(readFileSync(`${folder}${kind}/${name}`, 'utf8')) as unknown }));
}
