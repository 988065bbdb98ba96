import type { Operation } from 'effection';
import { isObject, toJson } from '../protocol/json.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { ToolRunError } from './errors.ts';

/**
 * Run a tool's body, inside the operation that calls this: an error before its first yield is also the run's error.
 *
 * @param params - as the tool's schema parsed them
 * @throws {ToolRunError} `NOT_AN_OPERATION` if the body is not an operation, returns one, or leaves one of the context's unrun
 * @throws what the tool throws
 */
export function* callBody(tool: AnyMcpTool, params: unknown, ctx: unknown): Operation<unknown> {
  const left = watchYields(tool.name, ctx as object);
  const body: unknown = tool.run(params as never, ctx as never);
  if (!isObject(body) || typeof (body as Iterates)[Symbol.iterator] !== 'function') {
    // Nothing awaits this promise, so don't let its rejection end the process.
    if (body instanceof Promise) body.catch(() => undefined);
    throw new ToolRunError('NOT_AN_OPERATION', tool.name, 'called');
  }
  const value: unknown = yield* body as unknown as Operation<unknown>;
  if (value instanceof Promise) value.catch(() => undefined);
  if (value instanceof Promise || isOperation(value)) throw new ToolRunError('NOT_AN_OPERATION', tool.name, 'returned');
  const [forgotten] = left.values();
  if (forgotten !== undefined) throw new ToolRunError('NOT_AN_OPERATION', tool.name, forgotten);
  return value;
}

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

/** True for generators and Effection's own operations. Arrays, maps and sets are data. */
function isOperation(value: unknown): value is Operation<unknown> {
  if (!isObject(value) || typeof (value as Iterates)[Symbol.iterator] !== 'function') return false;
  return typeof value['next'] === 'function' || Object.hasOwn(value, Symbol.iterator);
}

interface Iterates {
  [Symbol.iterator]?: unknown;
}
