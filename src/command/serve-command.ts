import { basename, extname } from 'node:path';
import { parseArgs } from 'node:util';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { CommandError } from './command-error.ts';
import { loadTools } from './load-tools.ts';
import { checkPlace, placeOptions, serveMcp, type McpServed } from './serve-mcp.ts';

/** `elicitkit serve`. */
export async function start(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...placeOptions,
      name: { type: 'string' },
      strict: { type: 'boolean', default: false },
      apps: { type: 'string' },
    },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new CommandError('COMMAND_USAGE', 'Name one file.');
  checkPlace(values);
  const { tools, provider } = await loadTools(file);
  const name = values.name ?? basename(file, extname(file));
  const fit = values.strict ? tools : await fitting(tools);
  return serveMcp(values, { name, tools: fit, provider, apps: await appsIn(values.apps) });
}

async function appsIn(folder: string | undefined): Promise<McpServed['apps']> {
  if (folder === undefined) return undefined;
  const { readMcpApps } = await import('../mcp/read-mcp-apps.ts');
  return readMcpApps(folder);
}

/** The tools that MCP has forms for. The others are named with what to change, and so is what only a card could show. */
async function fitting(tools: readonly AnyMcpTool[]): Promise<readonly AnyMcpTool[]> {
  const { unfitness } = await import('../mcp/served-tools.ts');
  const unfit = tools.map((tool) => unfitness(tool, false));
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
