import * as z from 'zod';

/** Why a question ended without an answer. */
export type CancelReason = 'dismissed' | 'withdrawn' | 'expired' | 'interrupted' | 'failed';

/**
 * The result of a question: the person answered, declined, or the question ended without either.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation (response actions)
 */
export type ElicitResult<T> = ElicitAccept<T> | ElicitDecline | ElicitCancel;

/** The person answered. `content` fits the question's schema. */
export interface ElicitAccept<T> {
  action: 'accept';
  content: T;
}

/** The person declined. */
export interface ElicitDecline {
  action: 'decline';
  /** The reason, in the person's or the handler's words. */
  reason?: string | undefined;
}

/**
 * The question ended unanswered: dismissed, withdrawn by the person for whom somebody else was asked, expired,
 * interrupted by a new message, or failed.
 */
export interface ElicitCancel {
  action: 'cancel';
  reason?: CancelReason | undefined;
}

/** The question ended by nobody's doing: its time is over, a message came instead, or it failed. */
export function isNobodysDoing(result: { readonly action: string; readonly reason?: string | undefined }): boolean {
  const { action, reason } = result;
  return action === 'cancel' && (reason === 'expired' || reason === 'interrupted' || reason === 'failed');
}

/** In place of a result: the person asks for more time, and the question waits on. */
export interface MoreTime {
  action: 'more_time';
}

/** How a question ended. */
export type ElicitAction = ElicitResult<unknown>['action'];

export const elicitActionSchema: z.ZodType<ElicitAction> = z.enum(['accept', 'decline', 'cancel']);

/** One that is not known counts as none. */
export const cancelReasonSchema = z
  .enum(['dismissed', 'withdrawn', 'expired', 'interrupted', 'failed'])
  .optional()
  .catch(undefined);

const results = [
  z.object({
    action: z.literal('accept'),
    content: z.unknown().refine((content) => content !== undefined, 'is missing'),
  }),
  z.object({ action: z.literal('decline'), reason: z.string().max(2000).optional() }),
  z.object({ action: z.literal('cancel'), reason: cancelReasonSchema }),
] as const;

/** Checks a result's shape. The question's own schema checks the content. */
export const elicitResultSchema: z.ZodType<ElicitResult<unknown>> = z.discriminatedUnion('action', results);

/** Checks what a client may send about a question. */
export const elicitResponseSchema: z.ZodType<ElicitResult<unknown> | MoreTime> = z.discriminatedUnion('action', [
  ...results,
  z.object({ action: z.literal('more_time') }),
]);
