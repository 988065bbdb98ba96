import { all, withResolvers, type Operation } from 'effection';
import type * as z from 'zod';
import type { ChatMessage, ChatToolCall } from '../protocol/chat-message.ts';
import type { TokenUsage } from '../protocol/chat-provider.ts';
import { toJson } from '../protocol/json.ts';
import { jsonSchemaOf } from '../tool/json-schema.ts';
import { mostCalls, readArguments, toolDefinition, TooManyCallsError, UnknownToolError } from '../tool/model-call.ts';
import type {
  AskModel,
  SamplingContext,
  SamplingParts,
  SamplingRequest,
  SamplingResult,
} from '../tool/sampling-parts.ts';
import type { SampleRequest, SampleResult } from '../tool/tool-context.ts';
import type { BoundTool } from '../tool/tool-facts.ts';
import type { Place } from './branch-context.ts';
import { contentOf } from './call-body.ts';
import type { ToolContextOptions } from './call-context.ts';
import { McpToolTokenError, SampleError, SampleSchemaError, ToolRunError } from './errors.ts';
import { recordError, type OperationOutcome } from './journal.ts';
import { asksForJson, describeIssues, mending, readStructured, type Structured } from './structured-sample.ts';
import { tokensOf } from './tokens.ts';

/** A limit of tokens, and how many of them have been used. */
export interface Budget {
  readonly limit: number;
  used: number;
}

/** What a sample needs of its branch. */
interface BranchWork {
  /** Parse once in the call's life. */
  parseOnce(parse: () => Operation<Structured>): Operation<Structured>;
  callTool(name: string, params: unknown): Operation<unknown>;
}

type Sampled = SampleResult & { value?: unknown };

/** Make `ctx.sample` for one place in a tool. */
export function createSampler(
  { tool, callId, owner, recorder, emit }: ToolContextOptions,
  { path: branch, nextKey, messages: history, budgets, tools }: Place,
  { parseOnce, callTool }: BranchWork,
): (asked: Asked) => Operation<Sampled> {
  const toolName = tool.name;

  return function* sample(asked) {
    const { systemPrompt, schema, maxTokens, iterations = 10 } = asked;
    const offered = tools.filter(({ name }) => asked.tools === true || asked.tools?.includes(name));
    const json = schema && jsonSchemaOf(schema, `${toolName}'s ctx.sample`);
    const request = { systemPrompt, schema: json, maxTokens, tools: offered, iterations };
    const prompt: ChatMessage[] = 'prompt' in asked ? [{ role: 'user', content: asked.prompt }] : [];
    const messages = 'messages' in asked ? asked.messages : [...history, ...prompt];
    let said = yield* converse({ ...request, messages });
    let value: unknown;
    if (schema !== undefined) {
      const text = said.result.text;
      const read = yield* parseOnce(() => readStructured(schema, text));
      if (read.ok) value = read.value;
      else ({ said, value } = yield* mend(said, read, { ...request, messages }, schema));
    }
    if ('prompt' in asked) {
      history.push(...prompt, ...said.rounds, { role: 'assistant', content: said.result.text });
    }
    return schema === undefined ? said.result : { ...said.result, value };
  };

  /** Ask once more, and say what was wrong. */
  function* mend(first: Said, read: Structured & { ok: false }, asked: Round, schema: z.ZodType) {
    const messages = mending([...asked.messages, ...first.rounds], first.result.text, read.issues);
    const { result, rounds } = yield* converse({ ...asked, messages });
    const again = yield* parseOnce(() => readStructured(schema, result.text));
    if (!again.ok) throw new SampleSchemaError(describeIssues(again.issues), again.issues, result.text);
    const usage = sumOf(first.result.usage, result.usage);
    return { said: { result: { ...result, usage }, rounds: [...first.rounds, ...rounds] }, value: again.value };
  }

  /** Let the model call tools until it answers. */
  function* converse({ iterations, tools: offered, ...asked }: Round): Operation<Said> {
    const rounds: ChatMessage[] = [];
    let usage: TokenUsage | undefined;
    for (let round = 0; ; round += 1) {
      const key = nextKey();
      const messages = [...asked.messages, ...rounds];
      const result = yield* sampleOnce(key, { ...asked, messages, tools: offered.map(toolDefinition) });
      const { text, toolCalls = [], usage: used, ...extras } = result;
      usage = sumOf(usage, used);
      if (offered.length === 0 || toolCalls.length === 0) return { result: { text, usage }, rounds };
      if (round >= iterations) throw new ToolRunError('SAMPLE_ROUNDS', iterations);
      const calls = toolCalls.map((call, index): ChatToolCall => {
        // The provider's own ids may repeat or be missing.
        const id = `call_${key.replaceAll('.', '_')}_${index}`;
        const args = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments ?? {});
        return { id, type: 'function', function: { name: call.name, arguments: args } };
      });
      rounds.push({ role: 'assistant', content: text, tool_calls: calls, ...extras });
      rounds.push(...(yield* all(calls.map((call, index) => answerCall(call, index, offered, callTool)))));
    }
  }

  function* sampleOnce(key: string, { maxTokens: most = Infinity, ...asked }: Once): Operation<SamplingResult> {
    const { messages, systemPrompt, schema } = asked;
    const maxTokens = Math.min(most, ...budgets.map(({ limit, used }) => limit - used));
    refuseUsedUp(toolName, budgets, maxTokens <= 0, false);
    const { outcome } = yield* recorder.record({
      key,
      kind: 'sample',
      // The schema and the tools are not part of it: a deploy may change a default or a description.
      args: { messages, systemPrompt },
      *perform({ abandoned }) {
        const prompt = schema === undefined ? systemPrompt : asksForJson(systemPrompt, schema);
        function* ask(request: SamplingRequest): Operation<SamplingResult> {
          const { operation, resolve } = withResolvers<OperationOutcome>();
          const more = { systemPrompt: request.systemPrompt, branch, respond: resolve, abandoned };
          emit({ type: 'sample', sampleId: key, ...request, ...more });
          const answered = yield* operation;
          if (!answered.ok) throw new SampleError(answered.error);
          return answered.value as unknown as SamplingResult;
        }
        const ctx = { toolName, callId, owner, branch, signal: recorder.signal() };
        return yield* performed(tool.samplingParts, ctx, { ...asked, systemPrompt: prompt, maxTokens }, ask);
      },
    });
    if (!outcome.ok) throw new SampleError(outcome.error);
    const result = outcome.value as unknown as SamplingResult;
    const usage = tokensOf(result.usage, messages, result.text);
    for (const budget of budgets) budget.used += (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
    refuseUsedUp(
      toolName,
      budgets,
      budgets.some(({ used, limit }) => used > limit),
      usage.estimated === true,
    );
    return { ...result, usage };
  }
}

/** The message that gives the model a tool's result, or says why there is none. */
function* answerCall(
  { id, function: call }: ChatToolCall,
  index: number,
  offered: readonly BoundTool[],
  callTool: BranchWork['callTool'],
) {
  const message = (content: string): ChatMessage => ({ role: 'tool', tool_call_id: id, content });
  try {
    if (index >= mostCalls) throw new TooManyCallsError();
    const names = offered.map(({ name }) => name);
    if (!names.includes(call.name)) throw new UnknownToolError(call.name, names);
    return message(contentOf(yield* callTool(call.name, readArguments(call))));
  } catch (error) {
    return message(`Error: ${recordError(error).message}`);
  }
}

/** Ask the model as the tool's `.sampling` says. */
function* performed(
  { before, act, after }: SamplingParts,
  ctx: SamplingContext,
  request: SamplingRequest,
  ask: AskModel,
): Operation<OperationOutcome> {
  try {
    const prepared = before === undefined ? request : yield* before(request, ctx);
    const acted = act === undefined ? yield* ask(prepared) : yield* act(prepared, ask, ctx);
    const { text, usage, toolCalls, reasoning, files, providerData } =
      after === undefined ? acted : yield* after(acted, ctx);
    // One call past the limit stays, so that the model hears of it.
    const calls = toolCalls?.slice(0, mostCalls + 1);
    const value = toJson(
      { text: String(text), usage, toolCalls: calls, reasoning, files, providerData },
      'The result of a sample',
    );
    return { ok: true, value };
  } catch (error) {
    return { ok: false, error: error instanceof SampleError ? error.error : recordError(error) };
  }
}

function refuseUsedUp(toolName: string, budgets: readonly Budget[], isUsedUp: boolean, isEstimated: boolean): void {
  const strictest = budgets.toSorted((a, b) => a.limit - a.used - (b.limit - b.used))[0];
  if (isUsedUp && strictest !== undefined) {
    throw new McpToolTokenError(toolName, strictest.used, strictest.limit, isEstimated);
  }
}

type Asked = SampleRequest & { schema?: z.ZodType | undefined };

interface Once extends Omit<SamplingRequest, 'maxTokens'> {
  maxTokens: number | undefined;
}

interface Round extends Omit<Once, 'tools'> {
  tools: readonly BoundTool[];
  iterations: number;
}

/** The model's answer, and the messages of the rounds of tools before it. */
interface Said {
  result: SampleResult;
  rounds: readonly ChatMessage[];
}

/** The tokens of several answers. */
function sumOf(first: TokenUsage | undefined, last: TokenUsage | undefined): TokenUsage | undefined {
  if (first === undefined || last === undefined) return last ?? first;
  const add = (a = 0, b = 0) => a + b;
  return {
    ...last,
    inputTokens: add(first.inputTokens, last.inputTokens),
    outputTokens: add(first.outputTokens, last.outputTokens),
    ...(first.estimated === true && { estimated: true }),
  };
}
