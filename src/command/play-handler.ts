import { isSameSecret } from '../base/same-secret.ts';
import { createCallHandler } from '../chat/create-call-handler.ts';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { OnServerEvent } from '../session/server-event.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { currentTools } from '../tool/tool-versions.ts';
import { hostnamesOf, isFromHere } from './from-here.ts';
import { unavailable } from './load-tools.ts';
import type { PageFile } from './play-page.ts';

/** What `/api/tools` says to the page. */
export interface PlayFile {
  /** The name of the file of tools. */
  readonly file: string;
  readonly tools: readonly PlayTool[];
  /** Whether the file has a model for `ctx.sample`. */
  readonly hasModel: boolean;
}

/** A tool, as the page lists it. */
export interface PlayTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
  /** Why it cannot run here. Undefined if it can. */
  readonly unavailable?: string | undefined;
}

/** What to play with, and who may. */
export interface PlayOptions {
  /** The name of the file of tools. */
  file: string;
  tools: readonly AnyMcpTool[];
  provider: ChatProvider | undefined;
  /** Whoever knows it may call the tools. */
  token: string;
  /** Names under which browsers reach the server, besides localhost. */
  hosts: readonly string[];
  page: ReadonlyMap<string, PageFile>;
  onEvent?: OnServerEvent | undefined;
}

/**
 * Create the server of `elicitkit play`: the page for every request, the tools only for requests with the token.
 *
 * @throws what `createCallHandler` throws
 */
export function createPlayHandler(options: PlayOptions) {
  const { file, tools, provider, token, hosts, page, onEvent } = options;
  const names = hostnamesOf(hosts);
  const callable = tools.filter((tool) => unavailable(tool, provider) === undefined);
  // Who plays is everybody whom a tool asks.
  const calls = createCallHandler({ tools: [], callable, provider, onEvent, '~answers': 'all' });
  const told: PlayFile = {
    file,
    tools: currentTools(tools).map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: tool.parametersJson,
      unavailable: unavailable(tool, provider),
    })),
    hasModel: provider !== undefined,
  };

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isFromHere(request, names)) return refusal(403, 'FORBIDDEN', 'This address is not one of this server.');
    if (!pathname.startsWith('/api/')) {
      const found = page.get(pathname);
      if (found === undefined) return refusal(404, 'NOT_FOUND', 'Nothing is here.');
      if (!isRead) return refusal(405, 'METHOD_NOT_ALLOWED', 'Send a GET.', { allow: 'GET, HEAD' });
      return new Response(found.body, { headers: { 'content-type': found.type } });
    }
    if (!isSameSecret(`Bearer ${token}`, request.headers.get('authorization') ?? '')) {
      return refusal(401, 'PLAY_TOKEN', 'Open the address that "elicitkit play" has printed last.');
    }
    if (pathname === '/api/tools' && isRead) return Response.json(told);
    return pathname === '/api/calls' ? calls(request) : refusal(404, 'NOT_FOUND', 'Nothing is here.');
  }

  return Object.assign(
    async (request: Request) => {
      const response = await answer(request);
      for (const [name, value] of Object.entries(guards)) response.headers.set(name, value);
      return response;
    },
    { close: calls.close },
  );
}

/** The page loads nothing from elsewhere, runs no code but its own, and stands in no other page. */
const guards: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

function refusal(status: number, code: string, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { code, message } }, { status, headers });
}
