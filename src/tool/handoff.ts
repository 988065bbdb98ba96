import type { Operation } from 'effection';
import type { JsonValue } from '../protocol/json.ts';
import type { McpBranchContext, McpToolContext, StepOptions } from './tool-context.ts';

/** What `before` and `after` of a handoff get besides their values. */
export interface McpToolServerContext extends Pick<McpBranchContext, 'callId' | 'owner' | 'signal' | 'log'> {
  /** The same whenever this part of this call runs. Pass it to services that refuse to do a thing twice. */
  readonly idempotencyKey: string;
}

/** The parts of a handoff, whatever their types. */
export interface AnyHandoffParts {
  before(params: never, server: McpToolServerContext): Operation<never>;
  client(handoff: never, ctx: never): Operation<never>;
  after(handoff: never, result: never, server: McpToolServerContext): Operation<never>;
  recover?(handoff: never, result: never, error: unknown, server: McpToolServerContext): Operation<never>;
  visible?(handoff: never): JsonValue;
}

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
