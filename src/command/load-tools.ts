import { Console } from 'node:console';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import { isObject } from '../protocol/json.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { CommandError } from './command-error.ts';

/** What a file of tools exports. */
export interface ToolFile {
  /** Its tools, in the order of their exports' names. A list of tools counts as its members. */
  readonly tools: readonly AnyMcpTool[];
  /** Its export `provider`: the model for `ctx.sample`. */
  readonly provider: ChatProvider | undefined;
}

/**
 * Load a file of tools, in JavaScript or TypeScript. From now on, `console.log` goes to standard error.
 *
 * @throws {CommandError} `COMMAND_FILE` if it is not there or exports no tool, `COMMAND_PACKAGE` if this Node cannot run
 * TypeScript and tsx is not installed
 * @throws what the file throws
 */
export async function loadTools(path: string): Promise<ToolFile> {
  const file = resolve(path);
  if (!existsSync(file)) throw new CommandError('COMMAND_FILE', `There is no file ${file}.`);
  // Standard output belongs to the tool's result, or to MCP.
  globalThis.console = new Console(process.stderr, process.stderr);
  const module = await load(file);
  const found = Object.values(module).flatMap((value: unknown) =>
    Array.isArray(value) ? (value as unknown[]) : [value],
  );
  const tools = [...new Set(found)].filter(isTool);
  if (tools.length === 0) {
    const what = `${path} exports no tool.`;
    const next = 'Export what .execute(…) of createAskTool or createMcpTool returns, or a list of such tools.';
    throw new CommandError('COMMAND_FILE', `${what} ${next}`);
  }
  const { provider } = module;
  return { tools, provider: isProvider(provider) ? provider : undefined };
}

async function load(file: string): Promise<Record<string, unknown>> {
  const isTypeScript = /^\.[cm]?tsx?$/.test(extname(file));
  const isRunByNode = Boolean((process.features as { typescript?: unknown }).typescript) && extname(file) !== '.tsx';
  if (!isTypeScript || isRunByNode) {
    try {
      return await importFile(file);
    } catch (error) {
      // Node only strips types. An enum, say, is more than a type.
      if (!isTypeScript || (error as { code?: unknown }).code !== 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') throw error;
    }
  }
  await useTsx(file, isRunByNode);
  return await importFile(file);
}

async function importFile(file: string): Promise<Record<string, unknown>> {
  // The person names this file.
  // oxlint-disable-next-line walls/rooms
  return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
}

/** Let tsx run TypeScript from now on, as `node --import tsx` does. It is the one that is installed beside the file. */
async function useTsx(file: string, isMoreThanTypes: boolean): Promise<void> {
  let tsx: string;
  try {
    tsx = createRequire(file).resolve('tsx');
  } catch {
    const what = `Node ${process.versions.node} cannot run ${file} by itself.`;
    const next = isMoreThanTypes
      ? 'It holds more than types, such as an enum.'
      : 'Node 22.18 and newer run TypeScript.';
    throw new CommandError('COMMAND_PACKAGE', `${what} ${next} Or install tsx: npm install -D tsx`);
  }
  // oxlint-disable-next-line walls/rooms
  await import(pathToFileURL(tsx).href);
}

function isTool(value: unknown): value is AnyMcpTool {
  return isObject(value) && typeof value['run'] === 'function' && value['questions'] instanceof Map;
}

function isProvider(value: unknown): value is ChatProvider {
  return isObject(value) && typeof value['stream'] === 'function';
}
