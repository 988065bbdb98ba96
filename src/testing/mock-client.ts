import type { Operation } from 'effection';
import type { LogReport, ProgressReport } from '../protocol/tool-report.ts';
import { CodedError } from '../protocol/coded-error.ts';
import { readContext } from '../protocol/context-data.ts';
import type { ElicitIssue, ElicitRequest } from '../protocol/elicit-request.ts';
import { bareKey, isWait } from '../protocol/question-keys.ts';
import { isNobodysDoing, type ElicitResult } from '../protocol/elicit-result.ts';
import type { Addressee, Person } from '../protocol/person.ts';
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import type { BridgeSample } from '../runtime/bridge-event.ts';
import type { BridgeHostOptions } from '../runtime/bridge-host.ts';
import type { OperationOutcome } from '../runtime/journal.ts';
import type { ParentChat } from '../runtime/parent-chat.ts';
import { describeIssues } from '../runtime/structured-sample.ts';
import { runInMemory, type Asker } from '../session/attend.ts';
import { isAddressed } from '../session/may-answer.ts';
import type { AnyMcpTool, ParamsOf, ResultOf } from '../tool/tool-facts.ts';
import type { SamplingResult } from '../tool/sampling-parts.ts';
import type { ToolLimits } from '../tool/tool-limits.ts';
import { refuseUnusable } from '../tool/tool-versions.ts';

/** Stands in for the person and the model while you test a tool on its own. Use a new one for each run. */
export interface MockClient {
  /** The questions asked, in order. One that was asked again appears again. */
  readonly elicitCalls: readonly MockElicitCall[];
  /** The requests to the model, in order. */
  readonly sampleCalls: readonly MockSampleCall[];
  readonly logs: readonly LogReport[];
  readonly notifications: readonly ProgressReport[];
  /** How many scripted responses are still unused. After a successful run, `elicit` is 0. */
  unused(): { elicit: number; sample: number };
  /** @internal For `runTool`. */
  readonly askerFor: (owner: string | undefined) => Asker;
}

/** A question the tool asked. */
export interface MockElicitCall {
  /** Of a question whose schema was made while the tool ran, what stands after `~open:`. The name of a `ctx.waitFor`. */
  key: string;
  message: string;
  /** What the tool passed besides the message. */
  context: JsonObject;
  /** The page's URL, if the tool asked to open one. */
  url?: string | undefined;
  seq: number;
  /** Whom the question is for, if not the person of the call. */
  to?: readonly Addressee[] | undefined;
  /** The person of the call may not answer, or sees nothing of it. */
  notOwner?: true | undefined;
  hidden?: true | undefined;
  /** How long it waits, in milliseconds, if not for ever. */
  timeout?: number | undefined;
  /** Starts at 1 and rises each time a `refused` answer is asked again. */
  attempt: number;
  /** What was wrong with the last answer, if it is asked again. */
  issues: readonly ElicitIssue[] | undefined;
}

/** A tool's request to the model. */
export interface MockSampleCall extends Pick<BridgeSample, 'messages' | 'branch' | 'schema'> {
  systemPrompt: string | undefined;
  /** The names of the tools that the model may call, if there are any. */
  tools?: readonly string[] | undefined;
}

/** Options of `createMockClient`: the scripted responses. */
export interface MockClientOptions {
  /** The person's responses, and the values that `ctx.waitFor` gets, in the order asked. @default [] */
  elicitResponses?: readonly MockElicitResponse[] | undefined;
  /** The model's responses, in order. @default [] */
  sampleResponses?: readonly MockSampleResponse[] | undefined;
}

/** The model's answer: its text, or its text and the tools that it calls. An error makes the provider fail. */
export type MockSampleResponse = string | Partial<SamplingResult> | Error;

/** An answer, or a function that makes one from the question. */
export type MockElicitResponse = MockAnswer | MockUrlAnswer | ((call: MockElicitCall) => MockAnswer | MockUrlAnswer);

/** The person's response to a page to open. */
export interface MockUrlAnswer {
  url: 'accept' | 'decline' | 'cancel';
}

/** An answer, and what the test expects of it. */
export type MockAnswer = ElicitResult<unknown> & {
  /** The key of the question it answers; any other question ends the run. */
  key?: string | undefined;
  /** Expect the schema or the tool's `check` to refuse it. The next response answers the same question, asked again. */
  refused?: boolean | undefined;
  /**
   * Who gives it. Nobody does if its reason is `expired`, `interrupted` or `failed`.
   *
   * @default whom the question's `to` names first, a role as `{ id: 'manager', roles: ['manager'] }`. Without `to`, and for
   *   `withdrawn`, the `owner` of the run
   */
  by?: Person | undefined;
};

/**
 * The script does not fit what the tool did. It ends the run; the tool's own `try` cannot catch it.
 *
 * `UNEXPECTED_ELICIT`, `UNEXPECTED_SAMPLE`: nothing is scripted for it. `ANSWER_REFUSED`, `ANSWER_NOT_REFUSED`: the
 * schema or `check` disagrees with the script. `WRONG_PERSON`: who answers may not. `UNUSED_RESPONSES`: the tool ended
 * with answers left over.
 */
export class MockClientError extends CodedError<
  | 'UNEXPECTED_ELICIT'
  | 'UNEXPECTED_SAMPLE'
  | 'ANSWER_REFUSED'
  | 'ANSWER_NOT_REFUSED'
  | 'WRONG_PERSON'
  | 'UNUSED_RESPONSES'
> {}

/** Make a stand-in for the person and the model, for `runTool`. */
export function createMockClient({ elicitResponses = [], sampleResponses = [] }: MockClientOptions = {}): MockClient {
  const elicitCalls: MockElicitCall[] = [];
  const sampleCalls: MockSampleCall[] = [];
  const logs: LogReport[] = [];
  const notifications: ProgressReport[] = [];

  /** What was answered last, by `elicitId`. */
  const answered = new Map<string, { readonly call: MockElicitCall; readonly answer: ScriptedAnswer }>();

  function* ask(question: ElicitRequest, owner: string | undefined): Operation<ElicitResult<unknown>> {
    const { elicitId, key, seq, attempt, issues, url, to, timeout } = question;
    const last = answered.get(elicitId);
    if (issues !== undefined && last?.answer.refused === false) throw otherwise(last.call, issues, last.answer.result);
    const { message, context } = readContext(question.message, question.schema);
    const { notOwner, hidden } = to ?? {};
    const whom = to && { to: to.who, ...(notOwner && { notOwner }), ...(hidden && { hidden }) };
    const more = { ...(url && { url }), ...whom, ...(timeout !== undefined && { timeout }) };
    const call: MockElicitCall = { key: bareKey(key), message, context, seq, attempt, issues, ...more };
    const response = elicitResponses[elicitCalls.length];
    elicitCalls.push(call);
    const scripted = answerOf(call, response, elicitResponses.length);
    const by = isWait(question) ? undefined : answererOf(question, scripted, owner);
    answered.set(elicitId, { call, answer: { ...scripted, by } });
    return scripted.result;
  }

  function* sample({ messages, systemPrompt, branch, schema, ...asked }: BridgeSample): Operation<OperationOutcome> {
    const response = sampleResponses[sampleCalls.length];
    const tools = asked.tools.map(({ name }) => name);
    const more = { ...(schema && { schema }), ...(tools.length > 0 && { tools }) };
    sampleCalls.push({ messages, systemPrompt, branch, ...more });
    if (response === undefined) {
      throw new MockClientError(
        'UNEXPECTED_SAMPLE',
        `The tool asked the model ${sampleCalls.length} times, but sampleResponses has ${sampleResponses.length}. It asked: ${messages.at(-1)?.content ?? ''}`,
      );
    }
    if (response instanceof Error) return { ok: false, error: { name: response.name, message: response.message } };
    const value = typeof response === 'string' ? { text: response } : { text: '', ...response };
    return { ok: true, value: value as unknown as JsonValue };
  }

  return {
    elicitCalls,
    sampleCalls,
    logs,
    notifications,
    unused: () => ({
      elicit: Math.max(0, elicitResponses.length - elicitCalls.length),
      sample: Math.max(0, sampleResponses.length - sampleCalls.length),
    }),
    askerFor: (owner) => ({
      via: 'server',
      answers: 'all',
      isScripted: true,
      ask: (question) => ask(question, owner),
      byOf: ({ elicitId }) => answered.get(elicitId)?.answer.by,
      sample,
      closed({ elicitId, action }) {
        const last = answered.get(elicitId);
        if (last?.answer.refused === true && last.answer.result.action === action) throw otherwise(last.call);
      },
      tell({ type, ...report }) {
        if (type === 'log') logs.push(report as LogReport);
        else notifications.push(report as ProgressReport);
      },
    }),
  };
}

/**
 * Run a tool with a mock client, and return its result.
 *
 * @example
 * const client = createMockClient({ elicitResponses: [{ action: 'accept', content: { flightId: 'FL001' } }] });
 * const ticket = await run(() => runTool(bookFlightTool, { from: 'NYC', destination: 'LAX' }, client));
 *
 * @throws {MockClientError} if the script does not fit, or the tool ends with answers left over
 * @throws {InvalidArgumentsError} if the arguments do not fit the tool's parameters
 * @throws {McpToolTimeoutError} if the tool runs for longer than a limit allows
 * @throws what the tool throws, and {TypeError} for a declaration, which has no body
 */
export function* runTool<Tool extends AnyMcpTool>(
  tool: Tool,
  params: ParamsOf<Tool>,
  client: MockClient,
  { limits, owner, parent, can }: RunToolOptions = {},
): Operation<ResultOf<Tool>> {
  refuseUnusable('runTool', [tool]);
  const call = { tool, params, callId: 'call_test', limits, owner, parent };
  const result = yield* runInMemory(call, { ...client.askerFor(owner), can });
  const { elicit } = client.unused();
  if (elicit > 0) throw leftOver(tool.name, elicit);
  return result as ResultOf<Tool>;
}

/** Options of `runTool`. */
export interface RunToolOptions {
  /** Limits besides those that the tool declares. The strictest counts. */
  limits?: ToolLimits | undefined;
  /** The person the call acts for. */
  owner?: string | undefined;
  /** The chat before the call, for tools that require `parentMessages`. @default none */
  parent?: ParentChat | undefined;
  /** What is there for tools that require it. @default all */
  can?: BridgeHostOptions['can'];
}

interface ScriptedAnswer {
  readonly refused: boolean;
  readonly by?: Person | undefined;
  readonly result: ElicitResult<unknown>;
}

function answerOf(call: MockElicitCall, response: MockElicitResponse | undefined, scripted: number): ScriptedAnswer {
  const given = typeof response === 'function' ? response(call) : response;
  if (given === undefined) {
    const asked = `${call.attempt === 1 ? 'asked' : 'asked again'} "${call.key}" (${call.message})`;
    const why = call.issues === undefined ? '' : ` since ${describeIssues(call.issues, 'answer')}`;
    throw new MockClientError(
      'UNEXPECTED_ELICIT',
      `The tool ${asked}${why}, but elicitResponses has only ${scripted}. Script an answer to it.`,
    );
  }
  if ('url' in given) {
    if (call.url !== undefined) return { refused: false, result: resultOf(given) };
    const next = 'but the script answers a page to open next';
    throw new MockClientError('UNEXPECTED_ELICIT', `The tool asked "${call.key}", ${next}.`);
  }
  const { key, refused = false, by, ...result } = given;
  if (key !== undefined && key !== call.key) {
    const next = `but the script answers "${key}" next`;
    throw new MockClientError('UNEXPECTED_ELICIT', `The tool asked "${call.key}", ${next}.`);
  }
  return { refused, result, by };
}

/**
 * Who gives an answer. Undefined for the owner of the run.
 *
 * @throws {MockClientError} `WRONG_PERSON` for somebody from whom a server would not take it
 */
function answererOf(
  { key, to }: ElicitRequest,
  { by, result }: ScriptedAnswer,
  owner: string | undefined,
): Person | undefined {
  if (by === undefined && isNobodysDoing(result)) return undefined;
  const isCancel = result.action === 'cancel';
  if (by === undefined && (to === undefined || (isCancel && result.reason === 'withdrawn'))) return undefined;
  const isOwner = (id: string | undefined) => id !== undefined && id === owner;
  const first = to?.who.find(({ id }) => to.notOwner !== true || !isOwner(id));
  const person = by ?? personOf(first ?? {});
  if (isAddressed(to, person, owner) || (isCancel && isOwner(person.id))) return person;
  const what = `The script answers "${key}" as "${person.id}", who may not: it is for`;
  const whom = to?.who.map(({ id, role }) => id ?? `the role "${role}"`).join(' or ') ?? owner;
  const others = to?.notOwner === true ? ', and not for the owner of the call' : '';
  const isNobodys = to?.notOwner === true && owner === undefined;
  const right = `Script { by: ${JSON.stringify(personOf(first ?? { id: to === undefined ? owner : 'bo' }))} }.`;
  const next = isNobodys ? "Say who that is: runTool(tool, params, client, { owner: 'ada' })." : right;
  throw new MockClientError('WRONG_PERSON', `${what} ${whom}${others}. ${next}`);
}

/** Somebody who is what a question asks for. */
function personOf({ id, role = '', name }: Addressee): Person {
  return id === undefined ? { id: role, roles: [role] } : { id, ...(name !== undefined && { name }) };
}

/** The error for an answer that was refused, or accepted, against the script. */
function otherwise(
  { key }: MockElicitCall,
  issues: readonly ElicitIssue[] = [],
  result?: ElicitResult<unknown>,
): MockClientError {
  const sent = result?.action === 'accept' ? JSON.stringify(result.content) : result?.action;
  return issues.length > 0
    ? new MockClientError(
        'ANSWER_REFUSED',
        `The tool did not take the scripted answer to "${key}", ${sent}. At ${describeIssues(issues, 'answer')}. Script an answer that fits, or mark this one { refused: true } and script the next.`,
      )
    : new MockClientError(
        'ANSWER_NOT_REFUSED',
        `The script marks its answer to "${key}" as refused, and the tool took it. Take the mark away, or look at the schema and at check.`,
      );
}

function leftOver(toolName: string, unused: number): MockClientError {
  return new MockClientError(
    'UNUSED_RESPONSES',
    `${toolName} ended, and asked nothing that the last ${unused} of elicitResponses answer. Take them out of the script, or find out why the tool did not ask.`,
  );
}

function resultOf({ url }: MockUrlAnswer): ElicitResult<unknown> {
  return url === 'accept' ? { action: 'accept', content: {} } : { action: url };
}
