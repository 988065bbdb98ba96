import { Console } from 'node:console';
import { statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import { reasonOf } from '../protocol/coded-error.ts';
import { isObject } from '../protocol/json.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { CommandError, missingPackage } from './command-error.ts';
import { findBeside, importFile } from './import-beside.ts';

/** What a file of tools exports. */
export interface ToolFile {
  /** The tools that it exports. A list of tools counts as its members, and so does a default export of several. */
  readonly tools: readonly AnyMcpTool[];
  /** Its export `provider`: the model for `ctx.sample`. */
  readonly provider: ChatProvider | undefined;
}

/**
 * Load a file of tools, in JavaScript or TypeScript. From now on, `console.log` goes to standard error.
 *
 * @throws {CommandError} `COMMAND_FILE` if it is not there, cannot be loaded or exports no tool, `COMMAND_PACKAGE` if it
 * needs a package that is not installed, such as tsx for TypeScript on an older Node
 */
export async function loadTools(path: string): Promise<ToolFile> {
  const exported = await loadFile(path);
  const found = Object.values(exported).flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]));
  const tools = [...new Set(found)].filter(isTool);
  if (tools.length === 0) {
    const declared = found.find(isDeclaration);
    const what =
      declared === undefined ? `${path} exports no tool.` : `${path} exports ${declared.name}, which has no body.`;
    const next = 'Export what .execute(…) of createAskTool or createMcpTool returns, or a list of such tools.';
    throw new CommandError('COMMAND_FILE', `${what} ${next}`);
  }
  const { provider } = exported;
  return { tools, provider: isProvider(provider) ? provider : undefined };
}

/** Why a tool cannot run for this command. Undefined if it can. */
export function unavailable({ needs }: AnyMcpTool, provider: ChatProvider | undefined): string | undefined {
  if (needs.parentMessages === true) return 'It needs the messages of a chat, and there is no chat here.';
  if (needs.sampling === true && provider === undefined) {
    return 'It needs a model. Export one from the file of tools, as "provider".';
  }
  return undefined;
}

/** What a file exports. @throws {CommandError} as `loadTools` */
export async function loadFile(path: string): Promise<Record<string, unknown>> {
  const file = resolve(path);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new CommandError('COMMAND_FILE', `There is no file ${file}.`);
  }
  // Standard output belongs to the command's result, or to MCP.
  globalThis.console = new Console(process.stderr, process.stderr);
  return exportsOf(await load(file).catch((error: unknown) => Promise.reject(loadError(path, error))));
}

/** A default export may hold all of them. Of a CommonJS file, Node often sees nothing else. */
function exportsOf(module: Record<string, unknown>): Record<string, unknown> {
  const { default: whole } = module;
  return isObject(whole) && !isTool(whole) ? { ...whole, ...module } : module;
}

/** What a file threw while it was loaded, with where, and what to do if Node does not say it. */
function loadError(path: string, error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  const missing = missingPackage(error);
  if (missing !== undefined) return missing;
  const stack = (error instanceof Error && error.stack) || reasonOf(error);
  const failed = (told: string) =>
    new CommandError('COMMAND_FILE', `${path} cannot be loaded.\n${told}`, { cause: error });
  if (!(error instanceof SyntaxError)) return failed(stack);
  if (/import statement outside|token '?export/.test(error.message)) {
    const [place] = stack.split('\n    at ');
    const other = path.replace(/\.c?([jt]s)x?$/, '.m$1');
    const next = `write "type": "module" into your package.json, or name the file ${other}`;
    return failed(`${place}\n\nNode takes it for CommonJS. To use import and export, ${next}.`);
  }
  // Node tells an uncaught error's place alone.
  return failed(stack.includes(basename(path)) ? stack : `${stack}\nTo see where: node --check ${path}`);
}

/** TypeScript is run by the tsx that is installed beside the file, as `node --import tsx` does; without one, by Node. */
async function load(file: string): Promise<Record<string, unknown>> {
  if (!/^\.[cm]?tsx?$/.test(extname(file))) return await importFile(file);
  const tsx = findBeside(file, 'tsx');
  const isRunByNode = Boolean((process.features as { typescript?: unknown }).typescript) && extname(file) !== '.tsx';
  if (tsx !== undefined) await importFile(tsx);
  else if (!isRunByNode) throw needsTsx(file, 'Node 22.18 and newer run TypeScript.');
  try {
    return await importFile(file);
  } catch (error) {
    const { code, url } = error as { code?: unknown; url?: unknown };
    if (tsx !== undefined) throw error;
    // Node only strips types. An enum, say, is more than a type.
    if (code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX')
      throw needsTsx(file, 'It holds more than types, such as an enum.');
    if (code !== 'ERR_MODULE_NOT_FOUND' || typeof url !== 'string' || extname(url) !== '') throw error;
    const name = basename(url);
    throw needsTsx(file, `Node wants endings: write '${name}.ts' where '${name}' is imported.`);
  }
}

function needsTsx(file: string, next: string): CommandError {
  const what = `Node ${process.versions.node} cannot run ${file} by itself.`;
  return new CommandError('COMMAND_PACKAGE', `${what} ${next} Or install tsx: npm install -D tsx`);
}

function isTool(value: unknown): value is AnyMcpTool {
  return isObject(value) && typeof value['run'] === 'function' && value['questions'] instanceof Map;
}

/** A tool without its body. */
function isDeclaration(value: unknown): value is { readonly name: string } {
  return isObject(value) && typeof value['execute'] === 'function' && typeof value['name'] === 'string';
}

function isProvider(value: unknown): value is ChatProvider {
  return isObject(value) && typeof value['stream'] === 'function';
}
