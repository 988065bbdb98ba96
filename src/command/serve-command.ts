import { basename, extname } from 'node:path';
import { parseArgs } from 'node:util';
import type { ServerEvent } from '../session/server-event.ts';
import { CommandError } from './command-error.ts';
import { loadTools } from './load-tools.ts';

/** `elicitkit serve`. */
export async function start(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      stdio: { type: 'boolean', default: false },
      http: { type: 'string' },
      host: { type: 'string' },
      'allow-host': { type: 'string', multiple: true, default: [] },
      name: { type: 'string' },
    },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new CommandError('COMMAND_USAGE', 'Name one file.');
  const { stdio, http, host } = values;
  if (stdio === (http !== undefined)) throw new CommandError('COMMAND_USAGE', 'Choose one of --stdio and --http.');
  const { tools, provider } = await loadTools(file);
  const name = values.name ?? basename(file, extname(file));
  const served = { name, version: '0.0.0', tools, provider, onEvent: report };

  if (http === undefined) {
    const { serveStdio } = await import('../mcp/serve-stdio.ts');
    const server = serveStdio(served);
    onSignal(() => void server.close());
    await server.closed;
    return 0;
  }
  const { serveHttp } = await import('./serve-http.ts');
  const server = await serveHttp({ ...served, port: portOf(http), host, allowedHosts: values['allow-host'] });
  process.stdout.write(`Serving ${tools.map((tool) => tool.name).join(', ')} over MCP at ${server.url}\n`);
  await new Promise<void>((resolve) => onSignal(resolve));
  await server.close();
  return 0;
}

/** A person who declines is no fault. */
function report(event: ServerEvent): void {
  if (event.type !== 'error' && event.type !== 'tool_failed') return;
  if ((event.error as { code?: unknown } | undefined)?.code !== 'ASK_DECLINED') console.error(event.error);
}

function onSignal(stop: () => void): void {
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new CommandError('COMMAND_USAGE', `"${text}" is no port. Write a number from 0 to 65535; 0 takes a free one.`);
}
