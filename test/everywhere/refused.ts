import type { Operation } from 'effection';
import { isObject } from '../../src/protocol/json.ts';
import type { AnyMcpTool } from '../../src/tool/tool-facts.ts';

/** A tool that refuses each first answer once. */
export interface RefusingTool {
  readonly tool: AnyMcpTool;
  /** The words of the questions whose answer was refused, and not answered again so far. */
  readonly again: ReadonlySet<string>;
  /** The answers that came again as others. */
  readonly changed: readonly string[];
  /** How many answers were refused. */
  readonly refused: () => number;
}

/** What the tool says of an answer that it refuses. */
export const refusal = 'Please look again.';

/** The same tool, which refuses the first answer to each question. Of several seats it refuses the second. */
export function refuseOnce(tool: AnyMcpTool): RefusingTool {
  const first = new Map<string, string>();
  const again = new Set<string>();
  const changed: string[] = [];

  function check(message: string, content: unknown) {
    const sent = JSON.stringify(content);
    const before = first.get(message);
    if (before === undefined) {
      first.set(message, sent);
      again.add(message);
      const isOfSeats = isObject(content) && 'selections' in content;
      return [{ path: isOfSeats ? ['selections', 1] : [], message: refusal }];
    }
    if (again.delete(message) && before !== sent) changed.push(`${message} ${before} → ${sent}`);
    return undefined;
  }

  type Options = { check?: (content: unknown) => unknown } | undefined;
  type Elicit = (...args: readonly unknown[]) => unknown;
  const run = tool.run as (params: unknown, ctx: { elicit: Elicit }) => Operation<unknown>;
  const elicitOf =
    (elicit: Elicit): Elicit =>
    (...args) => {
      // A question whose schema the tool makes as it asks has no key of its own.
      const length = isObject(args[0]) ? 1 : 2;
      const { message } = args[length - 1] as { message: string };
      const options = args[length] as Options;
      const refuse = (content: unknown) => check(message, content) ?? options?.check?.(content);
      return elicit(...args.slice(0, length), { ...options, check: refuse });
    };
  // At a terminal, a tool that may ask for passwords is made anew.
  const { '~withSecrets': _, ...facts } = tool as AnyMcpTool & { '~withSecrets'?: unknown };
  return {
    tool: {
      ...facts,
      run: (params: unknown, ctx: { elicit: Elicit }) =>
        run(params, { ...ctx, elicit: Object.assign(elicitOf(ctx.elicit), ctx.elicit) }),
    } as AnyMcpTool,
    again,
    changed,
    refused: () => first.size,
  };
}
