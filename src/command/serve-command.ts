import { basename, extname } from 'node:path';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { CommandError } from './command-error.ts';
import { loadTools } from './load-tools.ts';
import { checkPlace, serveMcp, type McpServed, type Place } from './serve-mcp.ts';

/** `elicitkit serve`. */
export async function start(
  { name, apps, strict, ...place }: Place & { name?: string | undefined; apps?: string | undefined; strict: boolean },
  [file, ...more]: readonly string[],
): Promise<number> {
  if (file === undefined || more.length > 0) throw new CommandError('COMMAND_USAGE', 'Name one file.');
  checkPlace(place);
  const { tools, provider } = await loadTools(file);
  const fit = strict ? tools : await fitting(tools);
  const about = { name: name ?? basename(file, extname(file)), tools: fit, provider, apps: await appsIn(apps) };
  return serveMcp(place, about);
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
