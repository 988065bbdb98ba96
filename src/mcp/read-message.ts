import { createAdmission } from '../base/admission.ts';
import { notJson, readBody } from '../base/read-body.ts';
import { deepest, parseWithin } from '../protocol/bounds.ts';
import type { McpBounds } from './mcp-limits.ts';
import { McpRequestError } from './rpc-error.ts';

/** Reads the bodies of requests. Each takes one of its owner's places until it is there. */
export function createMessageReader(limits: McpBounds) {
  const { perOwner, perProcess } = limits;
  // Fewer of these than of others: a body takes its whole size of memory.
  const places = createAdmission({ perOwner, perProcess: perProcess / 10 });
  /**
   * @returns the message that it holds. Undefined for a request without a body
   * @throws {McpRequestError} 429 if every place is taken, 413 if the body is too large, 408 if it takes too long to
   *   arrive, 400 if it breaks off or is no message
   */
  return async (request: Request, owner: string | undefined): Promise<unknown> => {
    if (request.method !== 'POST') return undefined;
    const leave = places.take(owner, {});
    if (leave === undefined) {
      const message = 'Too many requests are arriving. Send this one again in a moment.';
      throw new McpRequestError(429, -32_000, 'TOO_MANY_BODIES', message);
    }
    try {
      return parseMessage(await readText(request, limits), limits.bodyValues);
    } finally {
      leave();
    }
  };
}

async function readText(request: Request, limits: Pick<McpBounds, 'bytes' | 'patience'>): Promise<string> {
  const read = await readBody(request, limits);
  if (read.fault === undefined) return read.text;
  const { status, code, message, cause } = read.fault;
  throw new McpRequestError(status, status === 400 ? -32_700 : -32_000, code, message, { cause });
}

/** Bound the message before anything walks it. */
function parseMessage(text: string, values: number): unknown {
  const { value, excess } = parseWithin(text, { characters: Infinity, values, depth: deepest });
  if (excess !== undefined) throw new McpRequestError(413, -32_000, 'BODY_TOO_LARGE', `The body ${excess.message}.`);
  if (value === undefined) throw new McpRequestError(400, -32_700, 'MALFORMED_JSON', notJson(text));
  if (!Array.isArray(value)) return value;
  throw new McpRequestError(400, -32_600, 'INVALID_REQUEST', 'Send one message at a time: batches are gone.');
}
