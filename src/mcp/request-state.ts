import type { ChatProviderResult } from '../protocol/chat-provider.ts';
import { canonicalJson, type JsonObject } from '../protocol/json.ts';
import { McpServerError } from './errors.ts';
import { toBase64Url } from '../base/base64url.ts';
import { createTextSeal, leastSecretBytes, secretBytes, type TextSeal } from '../base/text-seal.ts';

/** What travels in `requestState` (2026-07-28) from one leg of a call to the next. */
export interface RequestState {
  readonly callId: string;
  /** When it ends, in milliseconds since 1970. */
  readonly exp: number;
  /** Answers of the client's model to a `ctx.sample` that has asked again since, and is not kept before its end. */
  readonly samples?: Readonly<Record<string, ChatProviderResult>> | undefined;
  /** The call's record without its arguments, if no store keeps it. */
  readonly record?: JsonObject | undefined;
}

/** What a state holds good for. All of it is authenticated with the state and not part of it. */
export interface StateBinding {
  /** The person the request acts for. */
  readonly principal: string;
  /** The method of the request, such as `tools/call`. */
  readonly method: string;
  readonly toolName: string;
  /** The tool's arguments. The order of properties does not matter, and no arguments are the same as `{}`. */
  readonly args: unknown;
}

/** A key that seals states. */
export interface StateKey {
  /** Its name, which stands readable in each state: 1 to 32 letters, digits, `_` and `-`. Never reuse one. */
  readonly kid: string;
  /** At least 32 random bytes, or text that was made of as many. Every instance needs the same. */
  readonly secret: string | Uint8Array;
}

export interface StateSealOptions {
  /**
   * The first one seals; all of them open. To rotate, put the new key last on every instance, then first, and remove the
   * old one when `lifetime` has passed.
   */
  readonly keys: readonly StateKey[];
  /** How long a state holds good, in milliseconds. An endpoint passes `sessionTtl`. @default 3600000 */
  readonly lifetime?: number | undefined;
  /** The longest state, in characters. @default 16384 */
  readonly maxLength?: number | undefined;
}

/** Seals what a client carries from one leg to the next, so that it can neither read nor change it. */
export type StateSeal = ReturnType<typeof createStateSeal>;

/**
 * Make the seal of an endpoint: AES-256-GCM by WebCrypto, under a key that HKDF derives from each secret. One secret is
 * good for four billion states.
 *
 * @throws {McpServerError} `MCP_BAD_KEY` if there is no key, one is short, or two share a name
 */
export function createStateSeal({ keys, lifetime = 3_600_000, maxLength = 16_384 }: StateSealOptions) {
  const ring = new Map(keys.map((key) => [key.kid, sealOf(key)]));
  const [newest] = ring;
  if (newest === undefined || ring.size < keys.length) {
    const next = 'Pass { kid, secret }, with another kid for each.';
    throw new McpServerError('MCP_BAD_KEY', `The keys for requestState must be one or more, each with a name. ${next}`);
  }
  const [kid, newestSeal] = newest;

  return {
    /** The longest state, in characters. */
    maxLength,
    /**
     * @returns `ek1.<kid>.<base64url>`, different each time
     * @throws {McpServerError} `MCP_STATE_TOO_LONG`
     */
    async seal(state: Omit<RequestState, 'exp'>, binding: StateBinding): Promise<string> {
      // JSON knows no `Infinity`.
      const exp = Math.min(Date.now() + lifetime, Number.MAX_SAFE_INTEGER);
      const sealed = await newestSeal.seal(JSON.stringify({ ...state, exp }), aboutOf(kid, binding));
      const token = `${prefix}${kid}.${sealed}`;
      if (token.length <= maxLength) return token;
      const what = `The requestState of this call has ${token.length} characters; the limit is ${maxLength}.`;
      const next =
        state.record === undefined
          ? "It holds what the client's model said: ask for less, or raise limits.bytes."
          : 'Ask fewer questions at once, or keep calls in a store.';
      throw new McpServerError('MCP_STATE_TOO_LONG', `${what} ${next}`);
    },
    /**
     * Open what a client sent.
     *
     * @param token - any value
     * @throws {McpServerError} `MCP_BAD_STATE`, always with the same words: whether it was changed, made for another
     *   person or another request, too old, too long, or sealed with a key that is not here, it does not tell
     */
    async open(token: unknown, binding: StateBinding): Promise<RequestState> {
      if (typeof token !== 'string' || token.length > maxLength) throw badState();
      const [, given = '', sealed = ''] = form.exec(token) ?? [];
      const opened = await ring.get(given)?.open(sealed, aboutOf(given, binding));
      if (opened === undefined) throw badState();
      // What was authenticated is what `seal` wrote. It needs no other check.
      const state = JSON.parse(opened) as RequestState;
      if (Date.now() >= state.exp) throw badState();
      return state;
    },
  };
}

/** A key for the states of this process only. They are lost with it. */
export function randomStateKey(): StateKey {
  const kid = toBase64Url(crypto.getRandomValues(new Uint8Array(6)));
  return { kid, secret: crypto.getRandomValues(new Uint8Array(32)) };
}

/** Change the number when what a state holds changes: the prefix is authenticated. */
const prefix = 'ek1.';
const form = /^ek1\.([\w-]{1,32})\.([\w-]+)$/;

/** As a list in JSON, so that no two bindings give the same text. */
function aboutOf(kid: string, { principal, method, toolName, args }: StateBinding): string {
  return canonicalJson([prefix, kid, method, principal, toolName, args ?? {}]);
}

function sealOf({ kid, secret }: StateKey): TextSeal {
  if (!/^[\w-]{1,32}$/.test(kid)) {
    const next = 'Use 1 to 32 letters, digits, "_" and "-".';
    throw new McpServerError('MCP_BAD_KEY', `"${kid}" cannot name a key for requestState. ${next}`);
  }
  const bytes = secretBytes(secret);
  if (bytes !== undefined) return createTextSeal(bytes, 'requestState 1');
  const next = `It needs ${leastSecretBytes}. Make one with: openssl rand -base64 32`;
  throw new McpServerError('MCP_BAD_KEY', `The secret of key "${kid}" has too few bytes. ${next}`);
}

function badState(): McpServerError {
  const next = 'Call the tool again without it.';
  return new McpServerError('MCP_BAD_STATE', `This requestState is invalid or has expired. ${next}`);
}
