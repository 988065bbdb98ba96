import type { PluginClient } from '../client/client-options.ts';
import type { ElicitServer } from '../client/state/outside-question.ts';
import type { LanguageProps } from '../ui/language/elicit-messages.ts';
import { languageWithin, ownWords, type Language } from '../ui/language/language.ts';
import type { QuestionClaim, QuestionHints } from './claim-question.ts';
import { createApps } from './apps.ts';
import type { McpAppsOptions } from './apps-options.ts';
import { createCompletions } from './completions.ts';
import { allModes, type ElicitationMode } from './elicitation-capabilities.ts';
import { createFulfiller, type FulfilInput } from './fulfiller.ts';
import { invalidParams, McpElicitationError } from './mcp-error.ts';
import { speakTo, type McpClient, type McpRequestContext } from './mcp-sdk.ts';
import { longestTimer } from '../base/timers.ts';
import { createQuestionDesk, type ActiveCall } from './question-desk.ts';
import { createRateLimit, type McpLimits } from './limits.ts';
import { questionIdOf, readChange } from './read-change.ts';
import { readElicitation, type McpQuestion } from './read-elicitation.ts';
import { createRounds } from './round.ts';
import { shareHandlers, type Sharer } from './share-handlers.ts';
import { closedHere, createToolCaller, type McpCallOptions } from './tool-caller.ts';
import { createToolApps, type ToolApps } from './tool-apps.ts';
import { wordsIn } from './words.ts';

/** Options of `connectMcpElicitation`. */
export interface McpElicitationOptions extends LanguageProps {
  /** Your name for the server. Cards show it, never a name the server gives itself. */
  server: ElicitServer;
  /**
   * The modes the page can show. Declare the same with `elicitationCapabilities`.
   *
   * @default ['form', 'url']
   */
  modes?: readonly ElicitationMode[] | undefined;
  /** How long a server's question stays open, in milliseconds, before it is cancelled. @default 600000 */
  deadline?: number | undefined;
  /** How much the server may ask. Questions over the limit are cancelled and never shown. */
  limits?: McpLimits | undefined;
  /**
   * Chooses the plugin for a question.
   *
   * @default the one for the tool and key; if the tool is unknown, the only one that has the key
   */
  claim?: ((question: McpQuestion, hints: QuestionHints) => QuestionClaim | undefined) | undefined;
  /**
   * Answers requests of a `callTool` round that are not questions, such as sampling, up to `limits.open` at once. If it
   * throws, the person's answers are kept and the person is offered a retry.
   */
  fulfil?: FulfilInput | undefined;
  /**
   * How often to report progress, in milliseconds, to a server that asked for it while a question is open.
   *
   * @default 15000
   */
  keepAlive?: number | undefined;
  /**
   * Show the pages by which a server asks, its apps, in place of the form. Declare the same with
   * `elicitationCapabilities`.
   *
   * @default forms ask
   */
  apps?: McpAppsOptions | undefined;
}

/** A connection that shows an MCP server's questions. */
export interface McpElicitationConnection<Client extends McpClient = McpClient> {
  readonly server: ElicitServer;
  /**
   * Call a tool so that its questions are shown with its call. Takes and returns what the SDK's `callTool` does. The
   * person's time does not count against `timeout`. If the call needs pages first (-32042), they are opened and it is
   * retried. The questions of a 2026-07-28 round are asked together.
   *
   * @throws {McpElicitationError} in addition to what the SDK throws
   */
  readonly callTool: (
    params: Parameters<Client['callTool']>[0],
    options?: McpCallOptions,
  ) => ReturnType<Client['callTool']>;
  /** Cancel its open questions and `fulfil` requests, and handle no more. */
  readonly close: () => void;
  /** @internal */
  readonly '~toolApps'?: ToolApps | undefined;
}

/**
 * Show an MCP server's questions in a client's outlets: with a plugin if one matches, otherwise in the generic form.
 *
 * @param mcpClient - a client of the official SDK that declares `elicitationCapabilities()`, connected or not yet
 * @throws {McpElicitationError} `MCP_NO_CAPABILITY` if it declares none, `MCP_APPS_FRAME` if apps have no frame of their
 * own
 *
 * @example
 * const mcpClient = new Client({ name: 'my-chat', version: '1.0.0' }, { capabilities: elicitationCapabilities() });
 * const acme = connectMcpElicitation(client, mcpClient, { server: { name: 'Acme' } });
 * await mcpClient.connect(transport);
 * const result = await acme.callTool({ name: 'book_flight', arguments: { from: 'NYC', destination: 'LAX' } });
 */
export function connectMcpElicitation<Client extends McpClient>(
  pluginClient: PluginClient,
  mcpClient: Client,
  options: McpElicitationOptions,
): McpElicitationConnection<Client> {
  const language = languageWithin(ownWords, options);
  return connectSpeaking(pluginClient, mcpClient, options, () => language);
}

/** The same, in a language that may change. */
export function connectSpeaking<Client extends McpClient>(
  pluginClient: PluginClient,
  mcpClient: Client,
  options: McpElicitationOptions,
  language: () => Language,
): McpElicitationConnection<Client> {
  const { server, modes = allModes, deadline = 600_000, limits, claim, fulfil, keepAlive = 15_000 } = options;
  const sdk = speakTo(mcpClient);
  const completions = createCompletions();
  const limit = createRateLimit(limits);
  const words = () => wordsIn(language());
  const apps = options.apps && createApps(mcpClient, options.apps);
  const desk = createQuestionDesk({ client: pluginClient, server, deadline, limit, completions, claim, words, apps });
  const calls = new Set<ActiveCall>();
  // A new one for each time the client connects.
  let connected = new AbortController();
  const end = () => {
    connected.abort(closedHere(server.name));
    desk.clear();
  };

  const ask: Sharer['ask'] = async (params, context, call) => {
    const change = readChange(params);
    if (change !== undefined) {
      // A round that the SDK goes through by itself waits for all its answers.
      return sdk.hasRounds() ? { action: 'cancel' } : desk.changes.hear(change, call, context.signal);
    }
    const question = readElicitation(params);
    // The protocol has error answers for requests that must not be asked; any other failure is a cancel.
    // Only in a round is the request's id a name that the server chose.
    const key = sdk.hasRounds() && typeof context.id === 'string' ? context.id : undefined;
    const shown = modes.filter((mode) => sdk.declares(mode) && !(mode === 'url' && isBeforePages(sdk.revision())));
    const why = desk.whyNot(question, shown, { call, key });
    if (typeof question === 'string' || why !== undefined) {
      desk.report('MCP_BAD_REQUEST', `A question was refused. ${why}`);
      throw invalidParams(`This client cannot show the question. ${why}`);
    }
    const stopProgress = keepTelling(question, context, keepAlive);
    try {
      return await desk.ask(question, { call, key, id: questionIdOf(params), signal: context.signal });
    } finally {
      stopProgress();
    }
  };

  let leave: () => void;
  try {
    leave = shareHandlers(mcpClient, sdk, { calls, ask, hear: completions.hear });
  } catch (cause) {
    const what = `The MCP client for ${server.name} declares no elicitation, so its server may not ask anything.`;
    const next = 'Make it with { capabilities: elicitationCapabilities() }.';
    throw new McpElicitationError('MCP_NO_CAPABILITY', `${what} ${next}`, { cause });
  }
  const forget = onClosed(mcpClient, () => {
    // A later connection may have kept this one from forgetting.
    if (connected.signal.aborted) return;
    end();
    connected = new AbortController();
  });

  const serverName = server.name;
  const fulfiller = createFulfiller(serverName, fulfil, limits);
  const closed = () => connected.signal;
  const openRound = createRounds({ desk, fulfiller, serverName, modes, closed });
  const canOpenPages = modes.includes('url');
  const callTool = createToolCaller({
    sdk,
    desk,
    serverName,
    words,
    openRound,
    calls,
    canOpenPages,
    closed,
  });
  const toolApps =
    apps &&
    createToolApps({
      client: mcpClient,
      apps,
      serverName,
      callTool,
      onFail: (cause) => desk.report('MCP_APP_FAILED', 'The app of a tool is not shown.', cause),
    });
  return {
    server,
    '~toolApps': toolApps,
    callTool: callTool as unknown as McpElicitationConnection<Client>['callTool'],
    close() {
      if (connected.signal.aborted) return;
      leave();
      forget();
      end();
    },
  };
}

/** Pages exist since 2025-11-25. A client may declare them before the revision is agreed. */
function isBeforePages(revision: string | undefined): boolean {
  return revision !== undefined && revision < '2025-11-25';
}

/**
 * Hear that the connection closed: the SDK does not tell a round's questions.
 *
 * @returns a function that leaves the client as it was
 */
function onClosed(client: McpClient, end: () => void): () => void {
  const { onclose } = client;
  const closing = () => {
    try {
      onclose?.();
    } finally {
      end();
    }
  };
  client.onclose = closing;
  return () => {
    if (client.onclose !== closing) return;
    if (onclose === undefined) delete client.onclose;
    else client.onclose = onclose;
  };
}

/** If the server asked for progress, report it now and then so that it waits longer. */
function keepTelling({ meta }: McpQuestion, context: McpRequestContext, every: number): () => void {
  const { progressToken } = meta;
  // A delay above the timer's maximum would fire at once, again and again.
  if (progressToken === undefined || !(every <= longestTimer)) return () => undefined;
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    // Ignore a failure: a closed connection ends the question anyway.
    context.notifyProgress(progressToken, progress).catch(() => undefined);
  }, every);
  return () => clearInterval(timer);
}
