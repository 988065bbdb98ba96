import type { Operation } from 'effection';
import * as z from 'zod';
import { callFacts, jsonText } from '../protocol/call-facts.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import { canonicalJson, isObject, type JsonObject } from '../protocol/json.ts';
import { plainText } from '../protocol/plain-text.ts';
import { sentenceOf } from '../protocol/sentence-of.ts';
import {
  approvalKey,
  needsApproval,
  rememberedCall,
  type ApprovalAnswer,
  type ApprovalMemory,
  type RememberedCall,
} from '../tool/approval.ts';
import type { AskWhom } from '../tool/ask-whom.ts';
import type { Offers } from '../tool/choices.ts';
import type { McpToolContext } from '../tool/tool-context.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';

/** A call that may run, or the words for one that may not. */
export type Reviewed = ApprovedCall | { readonly denied: string };

interface ApprovedCall {
  /** The arguments to run with. */
  readonly params: unknown;
  /** Tells the model that the person changed the arguments, and to what. */
  readonly note?: string | undefined;
}

interface ReviewOptions {
  readonly tool: AnyMcpTool;
  /** The arguments as the tool's schema parsed them. */
  readonly params: unknown;
  /** The same as the model gave them. */
  readonly given: unknown;
  readonly ctx: unknown;
  /** @default nothing is remembered, and the card does not offer it */
  readonly memory: ApprovalMemory | undefined;
}

/** Ask the person whether the call may run, if the tool says so. */
export function* reviewCall({ tool, params, given, ctx: context, memory }: ReviewOptions): Operation<Reviewed> {
  const { approval, name } = tool;
  const ctx = context as ReviewContext;
  let call: ApprovedCall = { params };
  let shown = shownOf(given, tool.parametersJson);
  for (;;) {
    if (approval === undefined || !needsApproval(approval, call.params)) return call;
    const lasting = lastingOf(tool, call.params, memory);
    // Look this up wherever the tool runs: a replay must find the same operations.
    if (approval.remember !== undefined && (yield* ctx.step('allowed before', lasting.isAllowed, { pure: true }))) {
      return call;
    }
    const answer = yield* ctx.elicit(
      approvalKey,
      { message: `Allow this call of ${sentenceOf(name)}?`, arguments: shown },
      { ...whomOf(approval), '~about': aboutCall(tool, lasting.call), '~offers': offers },
    );
    if (answer.action !== 'accept' || !answer.content.approved) return { denied: denialOf(name, answer) };
    const { params: edited, remember } = answer.content;
    const { params: sent } = ctx.exchangeOf(answer).response as unknown as ApprovalAnswer;
    if (sent === undefined || canonicalJson(sent) === canonicalJson(shown)) {
      if (lasting.call !== undefined && remember === true) {
        yield* ctx.step('allow from now on', lasting.add, { idempotent: true, undo: lasting.remove });
      }
      return call;
    }
    // Remember nothing here: the person read another key than that of the changed arguments.
    shown = sent;
    call = { params: edited, note: noteOf(sent) };
    if (approval.when === undefined) return call;
  }
}

/** The context, for the question that the runtime asks. */
interface ReviewContext extends Omit<McpToolContext<{}>, 'elicit'> {
  elicit(
    key: string,
    asked: { message: string; arguments: JsonObject },
    options: AskWhom & { '~about': JsonObject; '~offers': Offers },
  ): Operation<ElicitResult<ApprovalAnswer>>;
}

const whomOf = ({ to, notOwner, hidden }: AskWhom): AskWhom => ({ to, notOwner, hidden });

/** The question where its card is not: a yes or a no, and why not. The arguments stand in its words. */
const offers: Offers = {
  plain: () => ({
    fields: {
      approved: z.boolean().meta({ title: 'Allow this call' }),
      reason: z.string().max(1000).optional().meta({ title: 'If not, why?' }),
    },
    toAnswer: ({ approved, reason }) => ({ approved: approved === true, reason }),
  }),
  inWords({
    description,
    parameters,
    ...asked
  }: {
    description: string;
    parameters: JsonObject;
    arguments: JsonObject;
  }) {
    const facts = callFacts(asked.arguments, parameters, ['Yes', 'No']);
    const lines = [plainText(description, 600), ...facts.map(({ label, value }) => `${label}: ${value}`)];
    return [...lines, ...(facts.every(({ isWhole }) => isWhole) ? [] : [notWhole])].join('\n');
  },
};

/** What may be allowed for good, if the host remembers that. A failing store only makes the person approve again. */
function lastingOf(tool: AnyMcpTool, params: unknown, memory: ApprovalMemory | undefined) {
  const call = memory && rememberedCall(tool, params);
  const attempt = (work: 'has' | 'add' | 'remove') => async () => {
    if (call === undefined) return false;
    return (await memory?.[work](call).catch(() => false)) ?? true;
  };
  return { call, isAllowed: attempt('has'), add: attempt('add'), remove: attempt('remove') };
}

function aboutCall({ name, toolVersion, description, parametersJson, approval }: AnyMcpTool, lasting?: RememberedCall) {
  return {
    tool: name,
    ...(toolVersion !== undefined && { version: toolVersion }),
    description,
    parameters: parametersJson,
    edit: approval?.edit === true,
    ...(lasting && { remember: { key: lasting.key, for: lasting.for } }),
    tone: approval?.tone ?? 'default',
  };
}

/**
 * The arguments as the tool gets them: with the values that the schema fills in, and without those that it drops, which
 * could pass for others.
 */
function shownOf(given: unknown, { properties, additionalProperties = false }: JsonObject): JsonObject {
  const fields = isObject(properties) ? properties : {};
  const filled = Object.entries(fields).flatMap(([name, field]) =>
    isObject(field) && field['default'] !== undefined ? [[name, field['default']] as const] : [],
  );
  const sent = Object.entries(isObject(given) ? given : {}).filter(
    ([name]) => additionalProperties !== false || Object.hasOwn(fields, name),
  );
  return Object.fromEntries([...filled, ...sent]) as JsonObject;
}

const notWhole = 'Some of this is not shown: it is too long, or has hidden characters.';

function denialOf(name: string, answer: ElicitResult<ApprovalAnswer>): string {
  const reason = answer.action === 'accept' ? answer.content.reason : answer.reason;
  const said =
    answer.action === 'cancel'
      ? ended[answer.reason ?? 'dismissed']
      : reason && `They said: "${plainText(reason, 1000)}"`;
  const what = `The person did not approve this call of ${name}, so it did not run.`;
  return [what, said, 'Do not call it again with the same arguments unless they ask for it.'].filter(Boolean).join(' ');
}

const ended = {
  dismissed: '',
  withdrawn: 'The request was withdrawn.',
  expired: 'The time to answer ran out.',
  interrupted: 'They wrote a message instead.',
  failed: 'The client could not ask them, or sent no answer that fits.',
};

function noteOf(sent: JsonObject): string {
  return `The person changed the arguments before they approved the call. It ran with ${jsonText(sent)}. Its result:`;
}
