import type { JsonValue } from '../protocol/json.ts';

/**
 * What a step may return: `T` if JSON holds it unchanged. Otherwise a string type replaces the part that would change
 * and says why, so that the step does not compile.
 *
 * Interfaces, optional properties, tuples and `unknown` are fine. A step may also return nothing.
 */
export type StepValue<T> = T extends undefined | void ? T : JsonPart<T>;

type JsonPart<T> = T extends JsonValue
  ? T
  : T extends undefined
    ? 'JSON has no undefined: leave the property out (name?: …), or give null.'
    : T extends bigint
      ? 'JSON has no bigint: give String(value).'
      : T extends symbol | ((...args: never) => unknown)
        ? 'JSON carries no functions and no symbols: give what they would tell.'
        : T extends { toJSON(...args: never): unknown }
          ? 'JSON makes something else of this object: give what its toJSON() returns, such as date.toISOString().'
          : T extends { json(): Promise<unknown> }
            ? 'JSON carries no response: give what its json() returns, such as await response.json().'
            : T extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
              ? 'JSON carries no Map and no Set: give an array, such as [...value].'
              : T extends readonly unknown[]
                ? { readonly [I in keyof T]: JsonPart<T[I]> }
                : T extends object
                  ? {
                      readonly [K in keyof T]: IsOptional<T, K> extends true
                        ? JsonPart<Exclude<T[K], undefined>> | undefined
                        : JsonPart<T[K]>;
                    }
                  : T;

type IsOptional<T, K extends keyof T> = {} extends Pick<T, K> ? true : false;
