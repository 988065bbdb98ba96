import { run, type Operation } from 'effection';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import type { Person } from '../../src/server.ts';
import type { Call, RespondOptions, RespondToElicitOutcome } from '../../src/session/plugin-session.ts';
import type { Chat } from './harness.ts';

export const conversationId = 'c';
export const ok = { action: 'accept', content: { ok: true } } as const;
export const as = (name: string) => ({ 'x-user': name });

/** A tool that may have to ask somebody else. */
export const declared = createMcpTool('refund')
  .description('Refunds an order')
  .parameters(z.object({}))
  .elicits({ reason: z.object({ text: z.string() }), decide: z.object({ ok: z.boolean() }) }, { concurrent: true });
export type Context = Parameters<Parameters<typeof declared.execute>[0]>[1];
export type Options = Parameters<Context['elicit']>[2];

/** A question, as an answer names it. */
export interface Question {
  sessionId: string;
  elicitId: string;
}

/** Answers as an inbox of the host does, with what it says of the person, which may be anything. */
export function answerFor(
  { handler: { sessions } }: Pick<Chat, 'handler'>,
  { sessionId, elicitId }: Question,
  by: unknown,
  { result = ok, ...more }: { result?: Parameters<Call['respondToElicit']>[1] } & RespondOptions = {},
): Promise<RespondToElicitOutcome> {
  return run(function* (): Operation<RespondToElicitOutcome> {
    const about = { via: 'inbox' as const, ...more, by: by as Person };
    const session = yield* sessions.get(sessionId);
    if (session !== null) return yield* session.respondToElicit(elicitId, result, about);
    const { attempt = 1, via = 'inbox' } = about;
    return yield* sessions.lookUp(sessionId, { ...about, via, attempt, elicitId, result });
  });
}
