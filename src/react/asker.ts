import type { ElicitItem } from '../client/elicit-item.ts';

/** Who asks, for a card: a server whose call nobody knows stands in the place of the tool. */
export function askerProps({ server, toolName }: Pick<ElicitItem, 'server' | 'toolName'>): Asker {
  return toolName === '' && server !== undefined ? { toolName: server.name } : { toolName, serverName: server?.name };
}

interface Asker {
  toolName: string;
  serverName?: string | undefined;
}

/** Who asks, in one line: the server by the host's name for it, and the tool, as far as either is known. */
export function askerOf({ server, toolName }: Pick<ElicitItem, 'server' | 'toolName'>): string {
  return [server?.name, toolName].filter(Boolean).join(' · ');
}
