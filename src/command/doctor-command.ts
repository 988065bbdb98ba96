import { checkPlace, serveMcp, type Place } from './serve-mcp.ts';

/** `elicitkit doctor`. */
export async function start(place: Place): Promise<number> {
  checkPlace(place);
  const { doctor } = await import('./doctor-tool.ts');
  return serveMcp(place, { name: 'elicitkit-doctor', tools: [doctor] });
}
