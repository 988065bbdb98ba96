import type { Operation } from 'effection';
import { jsonText } from '../protocol/call-facts.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import { dropUnsafeNames } from '../protocol/context-data.ts';
import type { AskedTo } from '../protocol/person.ts';
import { canonicalJson, isObject, type JsonObject } from '../protocol/json.ts';
import { plainText } from '../protocol/plain-text.ts';
import { sentenceOf } from '../protocol/sentence-of.ts';
import {
  approvalKey,
  approvalMessage,
  needsApproval,
  rememberedCall,
  type ApprovalAnswer,
  type ApprovalMemory,
  type RememberedCall,
} from '../tool/approval.ts';
import { isSameWhom, type AskWhom } from '../tool/ask-whom.ts';
import type { McpToolContext } from '../tool/tool-context.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { approvalOffers } from './call-in-words.ts';

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
    // Pages drop these names, so the person would not see all that runs.
    if (canonicalJson(dropUnsafeNames(shown)) !== canonicalJson(shown)) return { denied: unshownOf(name) };
    const message = approvalMessage(approval, call.params);
    const answer = yield* ctx.elicit(
      approvalKey,
      { message: `Allow this call of ${sentenceOf(name)}?`, arguments: shown },
      {
        ...whomOf(approval),
        '~about': { ...aboutCall(tool, lasting.call), ...(message && { message, title: message }) },
        '~offers': approvalOffers,
      },
    );
    if (answer.action !== 'accept' || !answer.content.approved) return { denied: denialOf(name, answer) };
    const { params: edited, remember } = answer.content;
    const { params: sent } = ctx.exchangeOf(answer).response as unknown as ApprovalAnswer;
    if (sent === undefined || canonicalJson(sent) === canonicalJson(shown)) {
      if (lasting.call !== undefined && remember === true) {
        // Somebody else may have answered: only whom the tool names may allow such calls for good.
        const { add, remove } = isSameWhom(ctx['~askedOf'](answer), lasting.call.to) ? lasting : nothingLasts;
        yield* ctx.step('allow from now on', add, { idempotent: true, undo: remove });
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
    options: AskWhom & { '~about': JsonObject; '~offers': typeof approvalOffers },
  ): Operation<ElicitResult<ApprovalAnswer>>;
  /** Whom the question was for when it was answered. */
  '~askedOf'(answer: object): AskedTo | undefined;
}

const whomOf = ({ to, notOwner, hidden }: AskWhom): AskWhom => ({ to, notOwner, hidden });

/**
 * What may be allowed for good, if the host remembers that. A store that fails only makes the person approve again. But
 * one that cannot forget must not pass for one that did.
 */
function lastingOf(tool: AnyMcpTool, params: unknown, memory: ApprovalMemory | undefined) {
  const call = memory && rememberedCall(tool, params);
  const attempt = (work: 'has' | 'add') => async () => {
    if (call === undefined) return false;
    return (await memory?.[work](call).catch(() => false)) ?? true;
  };
  const remove = async () => {
    if (call !== undefined) await memory?.remove(call);
  };
  return { call, isAllowed: attempt('has'), add: attempt('add'), remove };
}

const nothingLasts = { add: async () => false, remove: async () => undefined };

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
function shownOf(given: unknown, parameters: JsonObject): JsonObject {
  return valueShown(isObject(given) ? given : {}, parameters) as JsonObject;
}

function valueShown(given: unknown, schema: unknown): unknown {
  if (!isObject(schema)) return given;
  if (Array.isArray(given)) return given.map((item) => valueShown(item, schema['items']));
  const { properties, additionalProperties = false } = schema;
  if (!isObject(given) || !isObject(properties)) return given;
  const filled = Object.entries(properties).flatMap(([name, field]) =>
    isObject(field) && field['default'] !== undefined ? [[name, field['default']] as const] : [],
  );
  const sent = Object.entries(given).flatMap(([name, value]) => {
    if (Object.hasOwn(properties, name)) return [[name, valueShown(value, properties[name])] as const];
    return additionalProperties === false ? [] : [[name, value] as const];
  });
  return Object.fromEntries([...filled, ...sent]);
}

function denialOf(name: string, answer: ElicitResult<ApprovalAnswer>): string {
  const reason = answer.action === 'accept' ? answer.content.reason : answer.reason;
  const said =
    answer.action === 'cancel'
      ? ended[answer.reason ?? 'dismissed']
      : reason && `They said: "${plainText(reason, 1000)}"`;
  const what = `The person did not approve this call of ${name}, so it did not run.`;
  return [what, said, 'Do not call it again with the same arguments unless they ask for it.'].filter(Boolean).join(' ');
}

function unshownOf(name: string): string {
  const what = `This call of ${name} has an argument with a name that cannot be shown, such as "constructor".`;
  return `${what} So the person was not asked, and it did not run. Call it without that name.`;
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
