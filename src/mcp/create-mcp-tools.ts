import {
  ProtocolError,
  ProtocolErrorCode,
  type AuthInfo,
  type McpServer,
  type ServerContext,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { run } from 'effection';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import type { JsonObject } from '../protocol/json.ts';
import { readPerson, type IdentifiedPerson, type Person } from '../protocol/person.ts';
import type { MayAnswer } from '../session/may-answer.ts';
import { keepCalls } from '../session/plugin-session-manager.ts';
import { createRecordReader, type RecordReader } from '../session/record-reader.ts';
import { guardListener, type GiveTraceparent, type OnServerEvent } from '../session/server-event.ts';
import type { ServerLimits } from '../session/session-limits.ts';
import type { ResolveOutcome } from '../session/wait-tokens.ts';
import type { DurableStore } from '../store/durable-store.ts';
import { guardedStore } from '../store/guarded-store.ts';
import { memoryStore } from '../store/memory-store.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { refuseRunsOnce } from '../tool/tool-versions.ts';
import { callByPush } from './ask-by-push.ts';
import { callByLegs, type LegCallsOptions } from './call-by-legs.ts';
import { createCallDesk } from './call-desk.ts';
import { abilitiesOf, lackingForTool } from './client-abilities.ts';
import { clientFactsOf, isToldOfClient } from './client-facts.ts';
import { createClientForms } from './elicitation-params.ts';
import { McpServerError } from './errors.ts';
import { absentModel } from './leg-samples.ts';
import { readMcpLimits } from './mcp-limits.ts';
import type { McpApp } from './read-mcp-apps.ts';
import { cannotAsk, missing, refused } from './refused-call.ts';
import { createStateSeal, randomStateKey, type StateKey } from './request-state.ts';
import { visitSealed } from './sealed-calls.ts';
import { serveApps } from './served-apps.ts';
import { serveTools } from './served-tools.ts';
import { errorResult } from './tool-result.ts';

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
   * @throws {WaitValueError} for a value that JSON cannot hold, or of more bytes than half of `limits.bytes`
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
   * Stop every call, also one that waits between two requests, and end an endpoint's sessions. With a `store` that
   * outlives the process, calls of 2026-07-28 are only let go: another process goes on with them. Resolves when the
   * tools' clean-up is done or has taken too long.
   */
  close(): Promise<void>;
}

/**
 * The person a request acts for: an id that never changes, and differs for each person, or `{ id, name, roles }`.
 * `'anonymous'` if nobody signs in. A function may return a Response (401, 403) that refuses the request.
 */
export type McpPrincipal =
  | string
  | IdentifiedPerson
  | ((request: Request, authInfo?: AuthInfo) => PrincipalOf | Promise<PrincipalOf>);
type PrincipalOf = string | IdentifiedPerson | Response;

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
  limits?: Partial<ServerLimits> | undefined;
  /** Listens to events, for logs and traces. @default errors go to the console */
  onEvent?: OnServerEvent | undefined;
  /** Gives the trace in which a call begins. `elicitkit/otel` makes one. @default none */
  traceparent?: GiveTraceparent | undefined;
}

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
  const { record = false, traceparent, mayAnswer } = options;
  checkOptions(maker, options);
  const limits = readMcpLimits(options.limits, sealed);
  const onEvent = guardListener(options.onEvent);
  const served = serveTools(maker, { tools: options.tools, isSealed: sealed, onUnfit });
  const { listed, all } = served;
  const apps = serveApps(maker, options.apps ?? [], all);
  const forms = createClientForms(served, apps, contextInMessage);
  const seal = createStateSeal({
    keys: options.keys ?? [randomStateKey()],
    lifetime: limits.sessionTtl,
    maxLength: limits.stateLength,
  });
  if (options.store !== undefined && limits.sweepEvery === Infinity) refuseRunsOnce(maker, all);
  const store = guardedStore(options.store ?? memoryStore(), limits.patience, (error) =>
    onEvent({ type: 'error', where: 'store', error }),
  );
  const hasModel = provider === undefined;
  const kept = { provider: provider ?? absentModel, tools: all, onEvent, traceparent, mayAnswer };
  const sessions = keepCalls({ ...kept, store, record }, limits);
  const desk = createCallDesk({ limits, sessions, store, hasModel, onEvent });
  // Their calls end with the process, whatever store there is.
  const recordIn = record && { store: { ...store, isVolatile: true }, record };
  const liveSessions = keepCalls({ ...kept, ...recordIn }, limits);
  const pushed = { sessions: liveSessions, forms, hasModel, limits, onEvent };
  const inLegs: LegCallsOptions = {
    seal,
    forms,
    visit: sealed
      ? (callId, leg, { tool, params }, record) =>
          run(() => visitSealed({ ...kept, limits, hasModel }, callId, { ...leg, begin: { tool, params } }, record))
      : desk.visit,
    // A sealed leg leaves nothing that runs.
    stop: sealed ? async () => undefined : desk.stop,
  };

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
      return await (can.isModern ? callByLegs(inLegs, asking) : run(() => callByPush(pushed, asking)));
    } catch (error) {
      const { signal } = ctx.mcpReq;
      // The client is gone, which is no error, and nobody reads what it gets.
      if (signal.aborted && error === signal.reason) throw error;
      return refused(error, onEvent);
    }
  }

  const offered = listed.map((tool) => {
    const inputSchema = unread(isToldOfClient(tool) ? nothing : tool.parametersJson);
    return { tool, config: { description: tool.description, inputSchema } };
  });

  return {
    addTo(server) {
      apps.addTo(server);
      for (const { tool, config } of offered) {
        server.registerTool(tool.name, config, (params, ctx) => answerCall(tool, params, server, ctx));
      }
    },
    async resolve(token, value) {
      const brought = await run(() => liveSessions.resolve(token, value));
      return brought.outcome === 'unknown' ? desk.resolve(token, value) : brought;
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
