import { basename, extname } from 'node:path';
import { parseArgs } from 'node:util';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { CommandError } from './command-error.ts';
import { onSignal, portOf } from './listen.ts';
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
      strict: { type: 'boolean', default: false },
    },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new CommandError('COMMAND_USAGE', 'Name one file.');
  const { stdio, http, host } = values;
  if (stdio === (http !== undefined)) throw new CommandError('COMMAND_USAGE', 'Choose one of --stdio and --http.');
  if (stdio && (host !== undefined || values['allow-host'].length > 0)) {
    throw new CommandError('COMMAND_USAGE', '--host and --allow-host belong to --http.');
  }
  const { tools, provider } = await loadTools(file);
  const name = values.name ?? basename(file, extname(file));
  const fit = values.strict ? tools : await fitting(tools);
  const served = { name, version: '0.0.0', tools: fit, provider };

  if (http === undefined) {
    const { serveStdio } = await import('../mcp/serve-stdio.ts');
    const server = serveStdio(served);
    onSignal(() => void server.close());
    if (process.stdin.isTTY) {
      process.stderr.write('Serving over MCP on standard input and output. A host starts this. Ctrl-C ends it.\n');
    }
    await server.closed;
    return 0;
  }
  const { serveHttp } = await import('./serve-http.ts');
  const server = await serveHttp({ ...served, port: portOf(http), host, allowedHosts: values['allow-host'] });
  process.stdout.write(`Serving ${fit.map((tool) => tool.name).join(', ')} over MCP at ${server.url}\n`);
  await new Promise<void>((resolve) => onSignal(resolve));
  await server.close();
  return 0;
}

/** The tools that MCP has forms for. The others are named with what to change, and so is what only a card could show. */
async function fitting(tools: readonly AnyMcpTool[]): Promise<readonly AnyMcpTool[]> {
  const { unfitness } = await import('../mcp/served-tools.ts');
  const unfit = tools.map((tool) => unfitness('serve', tool, false));
  for (const error of unfit) if (error !== undefined) process.stderr.write(`Not served: ${error.message}\n`);
  const fit = tools.filter((_, index) => unfit[index] === undefined);
  if (fit.length === 0) throw new CommandError('COMMAND_FILE', 'None of the tools can be served over MCP.');
  for (const { name, questions } of fit) {
    for (const [key, { context, offers }] of questions) {
      if (context === undefined || offers !== undefined) continue;
      const what = `${name}.elicits.${key} passes data that a host without its card does not show.`;
      process.stderr.write(`${what} Declare it with question({ … }), and give it choices, plain or inWords.\n`);
    }
  }
  return fit;
}
