import type { Operation } from 'effection';
import type * as z from 'zod';
import type { JsonValue } from '../protocol/json.ts';
import type { ElicitDefinitions, ElicitsOptions } from './elicit-definition.ts';
import type { StepValue } from './step-value.ts';
import type { McpBranchContext, McpToolContext, StepOptions } from './tool-context.ts';

/** What `before` and `after` of a handoff get besides their values. */
export interface McpToolServerContext extends Pick<McpBranchContext, 'callId' | 'owner' | 'signal' | 'log'> {
  /** The same whenever this part of this call runs. Pass it to services that refuse to do a thing twice. */
  readonly idempotencyKey: string;
}

/** The parts of `.handoff`. */
export interface HandoffParts<
  Params extends z.ZodObject,
  Elicits extends ElicitDefinitions,
  Handoff,
  Client,
  Result,
  Options extends ElicitsOptions = {},
> {
  /** Prepare what the conversation with the person and the model needs. */
  before(params: z.output<Params>, server: McpToolServerContext): Operation<Handoff & StepValue<Handoff>>;
  /** Ask the person and the model. A replay runs this again, so keep side effects out. */
  client(handoff: Handoff, ctx: McpToolContext<Elicits, Options>): Operation<Client & StepValue<Client>>;
  /** Do what was agreed. Its result goes to the model. */
  after(handoff: Handoff, result: Client, server: McpToolServerContext): Operation<Result & StepValue<Result>>;
  /**
   * Find out what `after` did, if the process ended in the middle of it. Its result goes to the model. Without this, the
   * call ends with `STEP_OUTCOME_UNKNOWN`.
   */
  recover?(
    handoff: Handoff,
    result: Client,
    error: unknown,
    server: McpToolServerContext,
  ): Operation<Result & StepValue<Result>>;
  /**
   * What of the handoff the browser gets, as `request.handoff` of the plugin's handlers. Anybody can read it there.
   *
   * @default nothing
   */
  visible?(handoff: Handoff): JsonValue;
}

/** The parts of a handoff, whatever their types. */
export type AnyHandoffParts = HandoffParts<z.ZodObject, {}, never, never, never>;

/** How the parts of a handoff run that act on the world. */
export interface HandoffOptions {
  before?: StepOptions | undefined;
  after?: StepOptions | undefined;
}

/** What a handoff needs of a context besides what tools see. */
export interface HandoffContext extends McpToolContext<{}> {
  /** Send this to the browser with every question from now on. */
  '~show'(handoff: JsonValue): void;
}

/** The body of a tool with a handoff. What passes from one part to the next is recorded, and checked to be JSON. */
export function runOfHandoff(
  { before, client, after, recover, visible }: AnyHandoffParts,
  options: HandoffOptions = {},
) {
  return function* run(params: never, ctx: HandoffContext): Operation<unknown> {
    const server = (part: string): McpToolServerContext => ({
      callId: ctx.callId,
      owner: ctx.owner,
      signal: ctx.signal,
      idempotencyKey: `${ctx.callId}:${part}`,
      log: ctx.log,
    });
    const handoff = yield* ctx.step('before', () => before(params, server('before')), options.before);
    if (visible !== undefined) ctx['~show'](visible(handoff));
    const result = yield* client(handoff, ctx as never);
    const checked = yield* ctx.step('client', () => result as JsonValue, { pure: true });
    try {
      return yield* ctx.step('after', () => after(handoff, checked as never, server('after')), options.after);
    } catch (error) {
      if (recover === undefined || (error as { code?: unknown }).code !== 'STEP_OUTCOME_UNKNOWN') throw error;
      return yield* ctx.step('recover', () => recover(handoff, checked as never, error, server('recover')));
    }
  };
}
