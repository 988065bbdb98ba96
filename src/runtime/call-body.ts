import type { Operation } from 'effection';
import { toJson } from '../protocol/json.ts';
import { isForsaken, isIterable, refuseForeignYields } from '../tool/foreign-yield.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { ToolRunError } from './errors.ts';

/**
 * Run a tool's body, inside the operation that calls this: an error before its first yield is also the run's error.
 *
 * @param params - as the tool's schema parsed them
 * @throws {ToolRunError} `NOT_AN_OPERATION` if the body is not an operation, returns one, yields what is none, or leaves
 *   one of the context's unrun
 * @throws what the tool throws
 */
export function* callBody(tool: AnyMcpTool, params: unknown, ctx: unknown): Operation<unknown> {
  const left = watchYields(tool.name, ctx as object);
  const body: unknown = tool.run(params as never, ctx as never);
  if (!isIterable(body)) {
    isForsaken(body);
    throw new ToolRunError('NOT_AN_OPERATION', tool.name, 'called');
  }
  const value = yield* inOperations(tool.name, body);
  if (isForsaken(value) || isOperation(value)) throw new ToolRunError('NOT_AN_OPERATION', tool.name, 'returned');
  const [forgotten] = left.values();
  if (forgotten !== undefined) throw new ToolRunError('NOT_AN_OPERATION', tool.name, forgotten);
  return value;
}

/** Run a part of a tool. A `yield` of anything but an operation throws there. */
export const inOperations = <T>(toolName: string, body: Operation<T>): Operation<T> =>
  refuseForeignYields(body, (what) => new ToolRunError('NOT_AN_OPERATION', toolName, what));

/** A tool's result as the model reads it: a string as it is, anything else as JSON. */
export function contentOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(toJson(value, 'What the tool returned'));
}

/** Watch the context's operations. Returns the names of those that were made and not run, such as `ctx.step`. */
function watchYields(toolName: string, ctx: object): ReadonlyMap<object, string> {
  const left = new Map<object, string>();
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(ctx))) {
    if (typeof value !== 'function') continue;
    const make = value as (...given: unknown[]) => unknown;
    const watched = (...given: unknown[]) => {
      const operation = make(...given);
      if (!isOperation(operation)) return operation;
      const made = {
        [Symbol.iterator]() {
          left.delete(made);
          return operation[Symbol.iterator]();
        },
        // Effection calls this on what a plain `yield` gives it.
        enter() {
          throw new ToolRunError('NOT_AN_OPERATION', toolName, `ctx.${name}`);
        },
      };
      left.set(made, `ctx.${name}`);
      return made;
    };
    Object.assign(ctx, { [name]: Object.assign(watched, make) });
  }
  return left;
}

/** True for an iterable object. Arrays, maps and sets are data, and so is what gives its own JSON. */
export function isOperation<T>(value: unknown): value is Operation<T> {
  return (
    isIterable(value) && !(Array.isArray(value) || value instanceof Map || value instanceof Set || 'toJSON' in value)
  );
}
