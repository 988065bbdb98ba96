import { ToolDeclarationError } from './errors.ts';

/** How much a tool, or a branch of it, may use. */
export interface ToolLimits {
  /** How many levels of branches there may be below this place. @default Infinity */
  maxDepth?: number | undefined;
  /** How many of the model's tokens this place and every branch below it may use, in and out. @default Infinity */
  maxTokens?: number | undefined;
  /** How long it may run, in milliseconds, not counting the time that people take. @default Infinity */
  timeout?: number | undefined;
}

/**
 * Check limits as an author wrote them.
 *
 * @param where - names them in the error, such as `book_flight.limits`
 * @throws {ToolDeclarationError} if one is not a number from 0
 */
export function readToolLimits(where: string, given: ToolLimits): ToolLimits {
  for (const name of ['maxDepth', 'maxTokens', 'timeout'] as const) {
    const limit: unknown = given[name];
    if (limit === undefined || (typeof limit === 'number' && limit >= 0)) continue;
    throw new ToolDeclarationError(
      `${where}.${name} is ${JSON.stringify(limit)}. Use a number from 0, or leave it out.`,
    );
  }
  return given;
}

/**
 * Read how long something may take, in milliseconds. One that was computed may be past, and counts as 0.
 *
 * @throws {ToolDeclarationError} for what is no number, such as `Number(process.env.X)` where X is not set
 */
export function readTime(where: string, given: unknown): number {
  if (typeof given === 'number' && !Number.isNaN(given)) return Math.max(0, given);
  throw new ToolDeclarationError(`${where} is ${String(given)}. Give milliseconds, or Infinity for no limit.`);
}

/** The strictest of several limits. Infinity where none is set. */
export function strictest(...all: readonly (ToolLimits | undefined)[]): Record<keyof ToolLimits, number> {
  const least = (name: keyof ToolLimits) => Math.min(...all.map((limits) => limits?.[name] ?? Infinity));
  return { maxDepth: least('maxDepth'), maxTokens: least('maxTokens'), timeout: least('timeout') };
}

/** Limits as JSON holds them: without those that are Infinity. */
export function finiteLimits(limits: ToolLimits): ToolLimits {
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => Number.isFinite(limit)));
}
