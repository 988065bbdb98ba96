import type { Operation } from 'effection';
import { constant, nothing } from '../base/wait.ts';
import type { JsonValue } from '../protocol/json.ts';
import { plainText } from '../protocol/plain-text.ts';
import { waitIdOf, waitKey } from '../protocol/question-keys.ts';
import { ToolDeclarationError } from '../tool/errors.ts';
import type { WaitFor, WaitOptions, WaitResult, WaitToken } from '../tool/host-wait.ts';
import { readTime } from '../tool/tool-limits.ts';
import type { ToolContextOptions } from './call-context.ts';
import { checkAnswer, parsedContent, type Check } from './check-answer.ts';
import { ToolRunError } from './errors.ts';
import { valueOf, type TokenValue } from './journal.ts';
import { once } from './recorder.ts';

export type Waits = ReturnType<typeof createWaits>;

/** The waits of one run. @param nextKey - gives the key of the tool's next operation */
export function createWaits(options: ToolContextOptions, nextKey: () => string) {
  const { tool, callId, recorder, emit, there } = options;
  /** Tokens whose wait has not begun, by its name. */
  const open = new Map<string, TokenValue>();
  const made = new Map<string, string>();

  function* token(name: string): Operation<WaitToken> {
    if (there.values === false) throw new ToolRunError('WAIT_UNSUPPORTED', tool.name);
    const known = open.get(name);
    if (known !== undefined) return known.token as WaitToken;
    const key = nextKey();
    const make = () => constant({ token: newToken(callId), waits: waitIdOf(callId, key, options.mark) });
    const value = yield* once<TokenValue>(recorder, { key, kind: 'token', name }, make);
    open.set(name, value);
    made.set(value.token, value.waits);
    return value.token as WaitToken;
  }

  function* waitFor(name: string, given: WaitOptions): Operation<WaitResult<unknown>> {
    const { schema, timeout, message } = readOptions(tool.name, given);
    const elicitId = open.get(name)?.waits;
    if (elicitId === undefined) throw new ToolRunError('WAIT_TOKEN', tool.name, `ctx.waitFor('${name}')`);
    open.delete(name);
    const question = { key: `${waitKey}${name}`, response: schema, context: undefined, json: {} };
    const check: Check = (sent, source, ...cut) => checkAnswer(question, undefined, sent, source, undefined, ...cut);
    const recorded = yield* recorder.record({
      key: nextKey(),
      kind: 'wait',
      name,
      elicitId,
      check,
      perform(ends) {
        const asked = { message, context: {}, timeout, fixed: true };
        emit({ type: 'elicit', elicitId, seq: 0, question, ...asked, check, ...ends });
        return nothing();
      },
    });
    const result = valueOf(recorded.outcome) as WaitResult<JsonValue>;
    if (result.action !== 'accept') return result;
    return { action: 'accept', content: yield* parsedContent(recorded, result.content, schema) };
  }

  return {
    waitFor: Object.assign(waitFor, { token }) as WaitFor,
    /** The id of the wait that a token of this call is for. @throws {ToolRunError} `WAIT_TOKEN` for any other text */
    idOf(given: WaitToken): string {
      const waits = made.get(given);
      if (waits === undefined) throw new ToolRunError('WAIT_TOKEN', tool.name, 'until');
      return waits;
    },
    /** @throws {ToolRunError} `TOKEN_IN_URL` for an address that shows a token of this call to the person */
    refuseTokens(url: string): void {
      const shown = [url, decoded(url)].map((text) => text.toLowerCase());
      const isShown = (secret: string) => shown.some((text) => text.includes(secret));
      if ([...made.keys()].some((each) => isShown(each.slice(each.lastIndexOf('~') + 1)))) {
        throw new ToolRunError('TOKEN_IN_URL', tool.name);
      }
    },
  };
}

/** A new token: the call's id, so that the call is found, and what nobody can guess. */
function newToken(callId: string): string {
  return `${callId}~${crypto.randomUUID().replaceAll('-', '')}`;
}

function readOptions(toolName: string, { schema, timeout, message = '' }: WaitOptions) {
  const where = `${toolName}'s ctx.waitFor`;
  const checks: unknown = (schema as WaitOptions['schema'] | undefined)?.safeParseAsync;
  if (typeof checks !== 'function') throw new ToolDeclarationError(`${where}: schema is not a zod schema.`);
  return { schema, timeout: readTime(`${where}: timeout`, timeout), message: plainText(message, longestMessage) };
}

/** Characters of what the person is told. */
const longestMessage = 300;

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
