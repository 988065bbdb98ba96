import type { ElicitItem } from '../client/elicit-item.ts';

/** Who asks, in one line: the server by the host's name for it, and the tool, as far as either is known. */
export function askerOf({ server, toolName }: Pick<ElicitItem, 'server' | 'toolName'>): string {
  return [server?.name, toolName].filter(Boolean).join(' · ');
}
