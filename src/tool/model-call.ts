import { argumentBounds, excessOfArguments, parseWithin } from '../protocol/bounds.ts';
import type { ChatProviderToolCall, ChatToolDefinition } from '../protocol/chat-provider.ts';
import { CodedError } from '../protocol/coded-error.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';
import type { AnyMcpTool } from './tool-facts.ts';

/** A tool as the model sees it. */
export function toolDefinition({ name, description, parametersJson }: AnyMcpTool): ChatToolDefinition {
  return { name, description, parameters: parametersJson };
}

/**
 * Read the arguments of a model's call: JSON text, or a value that the provider has already parsed.
 *
 * @throws {InvalidArgumentsError} if they are not a JSON object, or a huge one
 */
export function readArguments({ name, arguments: given }: ChatProviderToolCall): JsonObject {
  const { value, excess } = parseArguments(given);
  if (excess !== undefined) throw new InvalidArgumentsError(name, `their JSON ${excess.message}`);
  if (!isObject(value)) throw new InvalidArgumentsError(name, 'they are not a JSON object');
  return value;
}

function parseArguments(given: unknown): ReturnType<typeof parseWithin> {
  if (typeof given === 'string') return parseWithin(given === '' ? '{}' : given, argumentBounds);
  const excess = excessOfArguments(given);
  return excess === undefined ? { value: given ?? {} } : { excess };
}

/** The model's arguments do not fit the tool's parameters. The message names each field. */
export class InvalidArgumentsError extends CodedError<'INVALID_ARGUMENTS'> {
  constructor(toolName: string, problem: string) {
    super('INVALID_ARGUMENTS', `Invalid arguments for ${toolName}: ${problem}. Call it again with arguments that fit.`);
  }
}

/** The model called a tool that does not exist. */
export class UnknownToolError extends CodedError<'UNKNOWN_TOOL'> {
  constructor(name: string, offered: readonly string[]) {
    super('UNKNOWN_TOOL', `There is no tool "${name}" here. There are: ${offered.join(', ') || 'none'}.`);
  }
}

/** How many tools the model may call in one answer. */
export const mostCalls = 32;

/** The model called too many tools at once. */
export class TooManyCallsError extends CodedError<'TOO_MANY_CALLS'> {
  constructor() {
    super('TOO_MANY_CALLS', `The limit of calls in one answer is ${mostCalls}. Call the rest later.`);
  }
}
