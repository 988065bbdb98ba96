import type * as z from 'zod';
import type { ElicitAccept, ElicitCancel } from '../protocol/elicit-result.ts';
import type { Unyielded } from './tool-context.ts';

/**
 * Wait for something that is not a person, such as a webhook: `ctx.waitFor(name, options)`. The host brings the value
 * with `chat.resolve(token, value)`. As with a question, the call leaves memory meanwhile, and the wait does not count as
 * the tool's running time.
 *
 * Once the value has come, no answer from before can be changed. A value that comes before the wait is kept, and given at
 * once.
 *
 * @throws {ToolRunError} `WAIT_TOKEN` if no `token` of this name was made for this wait
 */
export interface WaitFor {
  <Schema extends z.ZodType>(
    name: string,
    options: WaitOptions<Schema>,
  ): Unyielded<'Write yield* before ctx.waitFor(…)', WaitResult<z.output<Schema>>>;

  /**
   * Make the token for the next wait of this name. Until that begins, the token stays the same. Each wait has its own, so
   * a loop may wait again.
   *
   * The token is a secret of your server and the other side's: whoever has it can bring the value. Do not show it to the
   * person.
   *
   * @throws {ToolRunError} `WAIT_UNSUPPORTED` in a sealed call of MCP, which no server keeps
   */
  token(name: string): Unyielded<'Write yield* before ctx.waitFor.token(…)', WaitToken>;
}

/** Options of `ctx.waitFor`. */
export interface WaitOptions<Schema extends z.ZodType = z.ZodType> {
  /** Checks the value. `resolve` tells its sender of one that does not fit. */
  schema: Schema;
  /** After this many milliseconds the wait ends as `cancel` with reason `expired`. `Infinity` for no deadline. */
  timeout: number;
  /** Tells the person what the tool waits for, such as "Waiting for DocuSign". @default they are told nothing */
  message?: string | undefined;
}

/**
 * The end of a wait. `accept` has the value as the schema parsed it. The reason of a `cancel` is `expired` after the
 * timeout, `interrupted` if the person sent a message meanwhile, and `failed` if the value came before the wait and does
 * not fit the schema.
 */
export type WaitResult<Value> = ElicitAccept<Value> | ElicitCancel;

/** Text of `ctx.waitFor.token` that names one wait of one call, and cannot be guessed. */
export type WaitToken = string & { readonly '~token': 'Give what ctx.waitFor.token(…) returned.' };
