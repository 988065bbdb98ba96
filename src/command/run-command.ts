import { readFileSync } from 'node:fs';
import { reasonOf } from '../protocol/coded-error.ts';
import { isObject, toJson, type JsonValue } from '../protocol/json.ts';
import { plainText } from '../protocol/plain-text.ts';
import { runInTerminal } from '../terminal/run-in-terminal.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { CommandError } from './command-error.ts';
import { loadTools, unavailable } from './load-tools.ts';
import { readParams } from './read-params.ts';

/** `elicitkit run`. */
export async function start(
  { param, answers: path }: { param: readonly string[]; answers?: string | undefined },
  [file, name, ...more]: readonly string[],
): Promise<number> {
  if (file === undefined || more.length > 0) throw new CommandError('COMMAND_USAGE', 'Name one file, and one tool.');
  const { tools, provider } = await loadTools(file);
  const tool = toolOf(tools, name, file);
  const lack = unavailable(tool, provider);
  if (lack !== undefined) throw new CommandError('COMMAND_FILE', `${tool.name} cannot run. ${lack}`);
  const params = readParams(tool, param);
  const answers = path === undefined ? {} : readAnswers(path);

  const stop = new AbortController();
  const onTerm = () => stop.abort();
  process.once('SIGTERM', onTerm);
  // Prompts go to standard error, so that the result alone is on standard output.
  const options = { provider, answers, signal: stop.signal, output: process.stderr };
  const result = await runInTerminal(tool, params, options).catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
    throw new CommandError('COMMAND_TERMINATED', reasonOf(error), { cause: error });
  });
  process.off('SIGTERM', onTerm);
  print(result);
  return 0;
}

function toolOf(tools: readonly AnyMcpTool[], name: string | undefined, file: string): AnyMcpTool {
  const [only, ...others] = tools;
  if (name === undefined && only !== undefined && others.length === 0) return only;
  const found = tools.find((tool) => tool.name === name);
  if (found !== undefined) return found;
  const list = tools.map((tool) => `  ${tool.name}: ${tool.description}`).join('\n');
  const what = name === undefined ? `${file} has several tools. Name one:` : `${file} has no tool "${name}". It has:`;
  throw new CommandError('COMMAND_USAGE', `${what}\n${list}`);
}

/** @param path - `-` for standard input */
function readAnswers(path: string): Record<string, JsonValue> {
  let answers: unknown;
  try {
    answers = JSON.parse(readFileSync(path === '-' ? 0 : path, 'utf8'));
  } catch (error) {
    throw new CommandError('COMMAND_FILE', `The answers in ${path} cannot be read: ${reasonOf(error)}`);
  }
  if (isObject(answers)) return answers as Record<string, JsonValue>;
  throw new CommandError(
    'COMMAND_FILE',
    `${path} does not hold an object of answers. Write one, such as {"text-1":"Ada"}.`,
  );
}

/** A text as it is, anything else as JSON. A terminal gets no control characters. */
function print(result: unknown): void {
  if (result === undefined) return;
  const json: JsonValue = toJson(result, 'What the tool returned');
  const text = typeof json === 'string' ? json : JSON.stringify(json, null, 2);
  process.stdout.write(`${process.stdout.isTTY ? plainText(text) : text}\n`);
}
