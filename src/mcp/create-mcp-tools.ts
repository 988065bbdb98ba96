import {
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  type AuthInfo,
  type CallToolResult,
  type InputRequiredResult,
  type InputRequests,
  type McpServer,
  type ServerContext,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { run } from 'effection';
import { longestTimer } from '../base/timers.ts';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import { canonicalJson, type JsonObject } from '../protocol/json.ts';
import { mcpMeta } from '../protocol/mcp-meta.ts';
import { readPerson, type Person } from '../protocol/person.ts';
import { answerSample } from '../session/answer-sample.ts';
import { isAddressed, type MayAnswer } from '../session/may-answer.ts';
import type { PluginSessionEvent } from '../session/plugin-session.ts';
import { createPluginSessionManager } from '../session/plugin-session-manager.ts';
import { createRecordReader, type RecordReader } from '../session/record-reader.ts';
import { guardListener, type GiveTraceparent, type OnServerEvent } from '../session/server-event.ts';
import type { ResolveOutcome } from '../session/wait-tokens.ts';
import type { DurableStore } from '../store/durable-store.ts';
import { guardedStore } from '../store/guarded-store.ts';
import { memoryStore } from '../store/memory-store.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { refuseRunsOnce } from '../tool/tool-versions.ts';
import { urlHash } from '../base/hash.ts';
import { callByPush } from './ask-by-push.ts';
import { createCallDesk, type Leg } from './call-desk.ts';
import { absentModel, prefixOf } from './leg-samples.ts';
import { abilitiesOf, lackingFor, lackingForSample, lackingForTool, type ClientAbilities } from './client-abilities.ts';
import { broughtIn, metaOf, offerParams } from './change-offers.ts';
import { clientFactsOf, isToldOfClient } from './client-facts.ts';
import { draftForApp } from './draft-for-app.ts';
import { elicitationParams } from './elicitation-params.ts';
import { McpServerError } from './errors.ts';
import type { McpApp } from './read-mcp-apps.ts';
import { readMcpLimits, type McpServerLimits } from './mcp-limits.ts';
import { answerAmong, lastFormAmong, namesOf, type LastForm } from './read-answer.ts';
import {
  createStateSeal,
  randomStateKey,
  type RequestState,
  type StateBinding,
  type StateKey,
} from './request-state.ts';
import { asksOthers, cannotAsk, lostCall, missing, refused } from './refused-call.ts';
import { readSample, samplingParams } from './sampling-params.ts';
import { visitSealed, type SealedRest } from './sealed-calls.ts';
import { serveApps } from './served-apps.ts';
import { serveTools } from './served-tools.ts';
import { textFormOf } from './text-form.ts';
import { errorResult, toolResult } from './tool-result.ts';

/** Serves tools on servers of the official SDK. */
export interface McpTools extends RecordReader {
  /**
   * Add the tools to a server that you have. Call it for each server that you make: all of them share their calls.
   *
   * @throws what the SDK throws for a name that the server has already
   */
  addTo(server: McpServer): void;
  /**
   * Bring the value for a `ctx.waitFor`, such as from the route of a webhook. The process that has the call takes it:
   * the one in which a request of its client waits. Between two requests any process takes it. With `sealed`, and for an
   * ended call that is not kept, it is unknown.
   *
   * @throws {WaitValueError} for a value that JSON cannot hold, or of more bytes than `limits.contextBytes`
   * @throws {McpServerError} `MCP_CALL_BUSY` if another process has the call. Bring it again
   */
  resolve(token: string, value: unknown): Promise<ResolveOutcome>;
  /**
   * Go on with what is due: questions that expired, and calls whose process is gone. A process that runs does this by
   * itself. Where processes live for one request only, call it from a timer. Tries everything that is due once, also what
   * failed before.
   */
  sweep(): Promise<void>;
  /**
   * Stop every call, also one that waits between two requests. With a `store` that outlives the process, calls of
   * 2026-07-28 are only let go: another process goes on with them. Resolves when the tools' clean-up is done or has taken
   * too long.
   */
  close(): Promise<void>;
}

/**
 * The person a request acts for: an id that never changes, and differs for each person, or `{ id, name, roles }`.
 * `'anonymous'` if nobody signs in. A function may return a Response (401, 403) that refuses the request.
 */
export type McpPrincipal =
  | string
  | Person
  | ((request: Request, authInfo?: AuthInfo) => PrincipalOf | Promise<PrincipalOf>);
type PrincipalOf = string | Person | Response;

/** Options of `createMcpTools`. */
export interface McpToolsOptions {
  /** Several may have one name, with different versions: the first begins calls, the others go on with theirs. */
  tools: readonly AnyMcpTool[];
  principal: McpPrincipal;
  /** As in a chat handler. */
  mayAnswer?: MayAnswer | undefined;
  /** Answers `ctx.sample`. @default the client's own model, if it offers that */
  provider?: ChatProvider | undefined;
  /** Where calls of 2026-07-28 are kept between their legs. @default this process's memory */
  store?: DurableStore | undefined;
  /** As in a chat handler. Not with `sealed`, where nothing is stored. @default false */
  record?: boolean | undefined;
  /** Keys that seal `requestState`. Required with `sealed` or a store that outlives the process. @default a random key */
  keys?: readonly StateKey[] | undefined;
  /**
   * Keep no calls of 2026-07-28: their journals travel in `requestState`, encrypted. Only for tools that are
   * `.repeatable()`: a client can send an older state again.
   *
   * @default false
   */
  sealed?: boolean | undefined;
  /**
   * Repeat a question's context at the end of its message, for clients that keep neither `_meta` nor unknown keywords.
   *
   * @default false
   */
  contextInMessage?: boolean | undefined;
  /**
   * Pages with the cards of questions, for hosts of MCP Apps that let an app answer. `readMcpApps` of
   * `elicitkit/mcp-apps` reads what `npx elicitkit apps build` made. Other hosts get the same as without.
   *
   * @default none
   */
  apps?: readonly McpApp[] | undefined;
  /** What to do with a tool that MCP has no form for. @default 'refuse': throw an error that says why */
  onUnfit?: 'refuse' | 'skip' | undefined;
  limits?: Partial<McpServerLimits> | undefined;
  /** Listens to events, for logs and traces. @default errors go to the console */
  onEvent?: OnServerEvent | undefined;
  /** Gives the trace in which a call begins. `elicitkit/otel` makes one. @default none */
  traceparent?: GiveTraceparent | undefined;
}

/** A request that the SDK has handed to a tool. */
interface Asking {
  readonly tool: AnyMcpTool;
  readonly params: unknown;
  readonly ctx: ServerContext;
  readonly can: ClientAbilities;
  readonly principal: Person;
}

const method = 'tools/call';

/**
 * Serve tools made with `createMcpTool` over MCP, on servers that you make yourself. `createMcpEndpoint` and
 * `serveStdio` make the server, too.
 *
 * @throws {McpServerError} `MCP_NOT_FLAT`, `MCP_SECRET_FIELD` or `MCP_NOT_SERVED` for a tool that MCP cannot serve
 * @throws {McpServerError} `MCP_BAD_KEY` for keys that are missing or wrong
 * @throws {TypeError} for other invalid options
 */
export function createMcpTools(options: McpToolsOptions): McpTools {
  return makeMcpTools('createMcpTools', options);
}

/**
 * What `createMcpTools` does.
 *
 * @param maker - the function that the user called; it begins the errors
 */
export function makeMcpTools(maker: string, options: McpToolsOptions): McpTools {
  const { principal, provider, contextInMessage = false, sealed = false, onUnfit = 'refuse' } = options;
  checkOptions(maker, options);
  const limits = readMcpLimits(options.limits, sealed);
  const onEvent = guardListener(options.onEvent);
  const { listed, all, flatOf } = serveTools(maker, {
    tools: options.tools,
    isSealed: sealed,
    onUnfit,
    mostChoices: limits.choices,
  });
  const apps = serveApps(maker, options.apps ?? [], all);
  const seal = createStateSeal({
    keys: options.keys ?? [randomStateKey()],
    lifetime: limits.sessionTtl,
    maxLength: limits.stateLength,
  });
  if (options.store !== undefined && limits.sweepEvery === Infinity) refuseRunsOnce(maker, all);
  const store = guardedStore(options.store ?? memoryStore(), limits.storeTime, (error) =>
    onEvent({ type: 'error', where: 'store', error }),
  );
  const { traceparent, mayAnswer } = options;
  const hasModel = provider === undefined;
  const kept = { provider: provider ?? absentModel, tools: all, limits, onEvent, traceparent, mayAnswer };
  const { record = false } = options;
  const sessions = createPluginSessionManager({ ...kept, store, record });
  const desk = createCallDesk({ limits, sessions, store, hasModel, onEvent });
  // Their calls end with the process, whatever store there is.
  const recordIn = record && { store: { ...store, isVolatile: true }, record };
  const liveSessions = createPluginSessionManager({ ...kept, ...recordIn });

  async function callModern(asking: Asking): Promise<CallToolResult | InputRequiredResult> {
    const { tool, params, ctx, can, principal: who } = asking;
    const binding: StateBinding = { principal: who.id, method, toolName: tool.name, args: params };
    const given = ctx.mcpReq.requestState<unknown>();
    const state = given === undefined ? undefined : await seal.open(given, binding);
    const name = ctx.mcpReq._meta?.[mcpMeta.call];
    const isNamed = state === undefined && typeof name === 'string' && name.length <= 200;
    const callId = state?.callId ?? (isNamed ? await namedCall(binding, name) : newCallId());
    const leg = legOf(asking, state, isNamed);
    const rest: SealedRest | undefined = sealed
      ? await run(() => visitSealed({ ...kept, hasModel }, callId, { ...leg, begin: { tool, params } }, state?.record))
      : await desk.visit(callId, leg);
    if (rest === undefined) return { ...errorResult(lostCall), _meta: { [mcpMeta.lost]: true } };
    const next = { callId, samples: stillNeeded(rest, leg), record: rest.record };
    const result = await resultOf(rest, next, binding, can, ctx.mcpReq.inputResponses ?? {});
    return rest.news === undefined ? result : { ...result, _meta: metaOf(rest.news) };
  }

  function legOf(
    { tool, params, ctx, can, principal }: Asking,
    state: RequestState | undefined,
    isNamed: boolean,
  ): Leg {
    const { signal, inputResponses, _meta } = ctx.mcpReq;
    // Without a state they answer nothing: the call asks again.
    const given = state === undefined ? {} : (inputResponses ?? {});
    const samples = Object.entries(given).flatMap(([key, value]) => {
      const sample = key.startsWith('sample.') ? readSample(value) : undefined;
      return sample === undefined ? [] : [[key, sample] as const];
    });
    return {
      by: signedIn(principal),
      ...(state === undefined && { begin: { tool, params } }),
      mayReturn: state !== undefined || isNamed,
      answerTo: (question) => answerAmong(given, question, flatOf),
      ...(can.change && { changes: { brought: broughtIn(given) } }),
      samples: new Map([...Object.entries(state?.samples ?? {}), ...samples]),
      refuses(questions, waiting) {
        const samples = waiting.map((asked) => asked.params);
        return refusalOf(questions, samples, can, principal);
      },
      tell: reporter(ctx.mcpReq, _meta?.progressToken),
      signal,
      isCancelled: () => !isDisconnect(signal.reason),
    };
  }

  async function resultOf(
    rest: SealedRest,
    state: Omit<RequestState, 'exp'>,
    binding: StateBinding,
    can: ClientAbilities,
    given: Record<string, unknown>,
  ): Promise<CallToolResult | InputRequiredResult> {
    switch (rest.type) {
      case 'ended':
        return toolResult(rest.outcome);
      case 'refused':
        throw rest.error;
      case 'asks': {
        const requestState = await seal.seal(state, binding);
        // What was done again stands in the journal twice, so a journal that travels needs as much room again.
        const hasRoom = state.record === undefined || requestState.length * 2 <= limits.stateLength;
        const elicitation = (params: object) => ({ method: 'elicitation/create', params });
        return {
          resultType: 'input_required',
          inputRequests: Object.fromEntries([
            ...rest.questions.map((asked) => {
              const last = lastFormAmong(given, asked);
              return [namesOf(asked)[last.inTexts ? 1 : 0], elicitation(pageWithoutId(paramsOf(asked, can, last)))];
            }),
            ...rest.samples.map(({ key, params }) => [key, { method: 'sampling/createMessage', params }]),
            ...(hasRoom ? (rest.offers ?? []) : []).map((offer) => [offer.key, elicitation(offerParams(offer))]),
          ]) as InputRequests,
          requestState,
        };
      }
    }
  }

  function callLive({ tool, params, ctx: { mcpReq }, can, principal }: Asking): Promise<CallToolResult> {
    const callId = newCallId();
    const model = clientModel(mcpReq);
    return run(() =>
      callByPush(liveSessions, {
        tool,
        params,
        callId,
        owner: signedIn(principal)?.id,
        by: signedIn(principal),
        mcpReq,
        refuses: (asked) =>
          'sampleId' in asked ? refusalOf([], [asked], can, principal) : refusalOf([asked], [], can, principal),
        paramsOf: (request, last) => paramsOf(request, can, last),
        flatOf,
        canChange: can.change,
        sample: hasModel ? (event) => answerSample(model, callId, event, limits, onEvent) : undefined,
        tell: reporter(mcpReq, mcpReq._meta?.progressToken),
      }),
    );
  }

  /** Why the client cannot be asked. */
  function refusalOf(
    questions: readonly ElicitRequest[],
    samples: readonly { readonly tools?: readonly unknown[] | undefined }[],
    can: ClientAbilities,
    principal: Person,
  ): Error | undefined {
    const by = signedIn(principal);
    const others = questions.find(({ to }) => to !== undefined && !isAddressed(to, by, by?.id));
    if (others !== undefined) return asksOthers(others);
    const lacking = [
      ...questions.map((question) => lackingFor(question, can)),
      ...samples.map(({ tools = [] }) => lackingForSample(tools.length > 0, can)),
    ].find((found) => found !== undefined);
    if (lacking !== undefined) return missing(lacking);
    try {
      // A tool may make a schema while it runs.
      for (const question of questions) paramsOf(question, can);
    } catch (error) {
      return error as Error;
    }
    return undefined;
  }

  function paramsOf(request: ElicitRequest, can: ClientAbilities, last?: LastForm) {
    const inTexts = last?.inTexts === true;
    const flat = () => (inTexts ? textFormOf(flatOf(request)) : flatOf(request));
    // An app answers the question, not a form in texts.
    const app = can.apps && !inTexts ? apps.uriOf(request) : undefined;
    const before = last?.held;
    const draft = app === undefined ? undefined : draftForApp(request, before);
    return elicitationParams(request, { flat, contextInMessage, isNamed: can.change, app, draft, before });
  }

  async function answerCall(tool: AnyMcpTool, given: unknown, server: McpServer, ctx: ServerContext) {
    const can = abilitiesOf(server, ctx);
    const params = isToldOfClient(tool) ? { client: clientFactsOf(server, ctx, can) } : given;
    try {
      const who = await principalOf(principal, ctx);
      const lacking = lackingForTool(tool.needs, can, provider !== undefined);
      if (lacking !== undefined) {
        if (!can.isModern) return errorResult(cannotAsk(lacking));
        throw missing(lacking);
      }
      const asking = { tool, params, ctx, can, principal: who };
      return await (can.isModern ? callModern(asking) : callLive(asking));
    } catch (error) {
      const { signal } = ctx.mcpReq;
      // The client is gone, which is no error, and nobody reads what it gets.
      if (signal.aborted && error === signal.reason) throw error;
      return refused(error, onEvent);
    }
  }

  return {
    addTo(server) {
      apps.addTo(server);
      for (const tool of listed) {
        const config = {
          description: tool.description,
          inputSchema: unread(isToldOfClient(tool) ? nothing : tool.parametersJson),
        };
        server.registerTool(tool.name, config, (params, ctx) => answerCall(tool, params, server, ctx));
      }
    },
    async resolve(token, value) {
      const pushed = await run(() => liveSessions.resolve(token, value));
      return pushed.outcome === 'unknown' ? desk.resolve(token, value) : pushed;
    },
    ...createRecordReader(store),
    sweep: desk.sweep,
    async close() {
      await Promise.all([run(() => liveSessions.close()), desk.close()]);
    },
  };
}

function checkOptions(maker: string, { tools, principal, store, record, keys, sealed }: McpToolsOptions): void {
  const given: unknown = tools;
  if (!Array.isArray(given)) throw new TypeError(`${maker}: tools is not an array. Give it the tools to serve.`);
  if (typeof principal !== 'function' && readPerson(principal) === undefined) {
    throw new TypeError(
      `${maker}: principal is missing. Give a function from a request to the person's id, or 'anonymous'.`,
    );
  }
  const stored = store !== undefined ? 'store' : record === true ? 'record' : undefined;
  if (sealed === true && stored !== undefined) {
    throw new TypeError(`${maker}: with sealed: true nothing is stored. Leave out ${stored} or sealed.`);
  }
  const outlives = sealed === true || (store !== undefined && store.isVolatile !== true);
  if (outlives && keys === undefined) {
    const what =
      'With this store, calls outlive the process. A key that the process makes does not, so no client could go on.';
    throw new McpServerError('MCP_BAD_KEY', `${what} Pass keys: [{ kid, secret }], the same in each process.`);
  }
}

const nothing: JsonObject = { type: 'object', properties: {} };

/** The tool parses its arguments itself, once. A schema with transforms must not parse them twice. */
function unread(json: JsonObject): StandardSchemaWithJSON<unknown, unknown> {
  const schema = { ...json };
  delete schema['$schema'];
  return {
    '~standard': {
      version: 1,
      vendor: 'elicitkit',
      validate: (value) => ({ value: value ?? {} }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  };
}

async function principalOf(principal: McpPrincipal, { http }: ServerContext): Promise<Person> {
  if (typeof principal !== 'function') return readPerson(principal)!;
  if (http?.req === undefined) {
    throw new McpServerError('MCP_NOT_SERVED', 'Without HTTP, principal must be a text, such as the name of the user.');
  }
  const who = readPerson(await principal(http.req, http.authInfo));
  if (who !== undefined) return who;
  throw new ProtocolError(ProtocolErrorCode.InvalidRequest, 'The request does not say who it acts for. Sign in.');
}

/** Undefined for anonymous. */
export function signedIn(principal: Person): Person | undefined {
  return principal.id === 'anonymous' ? undefined : principal;
}

/** What a sample that asks again was answered before. The next leg's run asks for that once more. */
function stillNeeded(rest: SealedRest, { samples }: Leg): RequestState['samples'] {
  if (rest.type !== 'asks' || rest.samples.length === 0) return undefined;
  const isNeeded = (key: string) => rest.samples.some(({ sampleId }) => key.startsWith(prefixOf(sampleId)));
  return Object.fromEntries([...samples].filter(([key]) => isNeeded(key)));
}

/** From 2026-07-28, pages have no ids. */
function pageWithoutId(params: ReturnType<typeof elicitationParams>) {
  if (params.mode === 'form') return params;
  const { elicitationId: _id, ...page } = params;
  return page;
}

function reporter(mcpReq: ServerContext['mcpReq'], progressToken: string | number | undefined) {
  let sent = 0;
  return (event: PluginSessionEvent): void => {
    if (event.type === 'log') void mcpReq.log(event.level, event.message).catch(() => undefined);
    if (event.type !== 'progress' || progressToken === undefined) return;
    // It must rise each time.
    sent = Math.max(event.progress ?? 0, sent + 1);
    const { type: _, ...report } = event;
    const params = { progressToken, ...report, progress: report.progress ?? sent };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

function clientModel(mcpReq: ServerContext['mcpReq']): ChatProvider {
  return {
    async *stream(messages, given) {
      const sent = { timeout: longestTimer, signal: given.signal };
      const result = readSample(await mcpReq.requestSampling(samplingParams(messages, given), sent));
      if (result === undefined) throw new Error("The client's model gave no text.");
      return result;
    },
  };
}

/** The client left. It has not said that it wants no result. */
function isDisconnect(reason: unknown): boolean {
  return reason instanceof SdkError && reason.code === SdkErrorCode.ConnectionClosed;
}

function newCallId(): string {
  return `mcp_${crypto.randomUUID().replaceAll('-', '')}`;
}

/** The same call for the same person, tool, arguments and name. */
async function namedCall({ principal, toolName, args }: StateBinding, name: string): Promise<string> {
  return `mcp_${await urlHash(canonicalJson([principal, toolName, args ?? {}, name]))}`;
}
