import type * as z from 'zod';
import { ClientError } from '../client/client-error.ts';
import type { PluginClientSettings } from '../client/client-options.ts';
import { networkFailed, readHeaders, unlessSilent, type FailedExchange } from '../client/delivery/exchange.ts';
import { nextStep } from '../client/delivery/next-step.ts';
import type { RetryPolicy } from '../client/delivery/retry-policy.ts';
import { postJson } from '../client/wire/chat-transport.ts';
import { isRefused, readRefusal } from '../client/wire/read-refusal.ts';
import { readStart } from '../client/wire/read-start.ts';
import { defaultBytes, lineBounds, parseWithin } from '../protocol/bounds.ts';
import type { PluginElicitResponse } from '../protocol/chat-request.ts';
import {
  inboxAnsweredSchema,
  inboxPageSchema,
  openedQuestionSchema,
  type InboxRequest,
  type QuestionPlace,
} from '../protocol/inbox.ts';

export interface InboxRequestOptions extends Pick<PluginClientSettings, 'fetch' | 'headers'> {
  readonly endpoint: string;
  readonly policy: RetryPolicy;
}

export type InboxRequests = ReturnType<typeof createInboxRequests>;

/**
 * What an inbox asks of its server. Each request is sent again after a failure that may pass: an answer keeps its id, so
 * it counts once.
 *
 * All throw a `ClientError`, or the signal's reason once that aborts.
 */
export function createInboxRequests(options: InboxRequestOptions) {
  const { policy } = options;

  async function ask<T>(inbox: InboxRequest, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
    for (let failures = 1; ; failures += 1) {
      signal.throwIfAborted();
      if (!policy.isOnline()) await policy.untilOnline(signal);
      const end = await askOnce(options, inbox, schema, signal);
      if ('value' in end) return end.value;
      const step = nextStep({ doing: 'send', end, isDelivered: false });
      if (step === 'give up' || failures > policy.tries || policy.isTooLong(end.retryAfter)) throw end.error;
      await policy.pause(failures, end.retryAfter, signal);
    }
  }

  return {
    page: (after: string | undefined, signal: AbortSignal) =>
      ask(after === undefined ? {} : { after }, inboxPageSchema, signal),
    open: ({ callId, elicitId }: QuestionPlace, signal: AbortSignal) =>
      ask({ open: { callId, elicitId } }, openedQuestionSchema, signal),
    answer: (answer: PluginElicitResponse, signal: AbortSignal) => ask({ answer }, inboxAnsweredSchema, signal),
    /** Ask whether something else waits than what `mark` names. It is sent once. */
    wait: (mark: string, signal: AbortSignal) => post(options, { wait: mark }, signal),
  };
}

async function post({ endpoint, fetch, headers }: InboxRequestOptions, inbox: InboxRequest, signal: AbortSignal) {
  return postJson(endpoint, fetch, { body: { inbox }, headers: await readHeaders(headers), signal });
}

async function askOnce<T>(
  options: InboxRequestOptions,
  inbox: InboxRequest,
  schema: z.ZodType<T>,
  signal: AbortSignal,
): Promise<{ readonly value: T } | FailedExchange> {
  const abort = new AbortController();
  try {
    const response = await unlessSilent(post(options, inbox, abort.signal), undefined, signal, longestSilence);
    if (isRefused(response)) return await readRefusal(response, signal, options.endpoint);
    const text = await readStart(response, defaultBytes, longestSilence, signal);
    signal.throwIfAborted();
    const { value, excess } = parseWithin(text, lineBounds());
    // A body that broke off is no JSON.
    if (value === undefined && excess === undefined) return { kind: 'broken', error: cut() };
    const read = schema.safeParse(value);
    if (read.success) return { value: read.data };
    return { kind: 'unreadable', error: unreadable(excess?.message ?? reasonIn(read.error)) };
  } catch (cause) {
    signal.throwIfAborted();
    return { kind: 'unanswered', error: networkFailed(cause) };
  } finally {
    abort.abort();
  }
}

/** How long one request may take, in milliseconds. */
const longestSilence = 30_000;

function reasonIn({ issues: [issue] }: z.ZodError): string {
  return issue === undefined ? 'does not fit' : `${issue.path.join('.') || 'is no inbox'}: ${issue.message}`;
}

function unreadable(why: string): ClientError {
  const what = `The server's answer to the inbox cannot be read: it ${why}.`;
  return new ClientError('BAD_EVENT', `${what} Check the endpoint, and that the server has an inbox.`);
}

function cut(): ClientError {
  return new ClientError('STREAM_CUT', "The server's answer to the inbox was cut off. Try again.");
}
