import { parseArgs } from 'node:util';
import { checkPlace, placeOptions, serveMcp } from './serve-mcp.ts';

/** `elicitkit doctor`. */
export async function start(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: placeOptions });
  checkPlace(values);
  const { doctor } = await import('./doctor-tool.ts');
  return serveMcp(values, { name: 'elicitkit-doctor', tools: [doctor] });
}
