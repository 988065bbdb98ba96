import * as z from 'zod';

/** Why a question ended without an answer. */
export type CancelReason = 'dismissed' | 'expired' | 'interrupted' | 'failed';

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

/** The question ended unanswered: dismissed, expired, interrupted by a new message, or failed. */
export interface ElicitCancel {
  action: 'cancel';
  reason?: CancelReason | undefined;
}

/** How a question ended. */
export type ElicitAction = ElicitResult<unknown>['action'];

export const elicitActionSchema: z.ZodType<ElicitAction> = z.enum(['accept', 'decline', 'cancel']);

/** Checks a result's shape. The question's own schema checks the content. */
export const elicitResultSchema: z.ZodType<ElicitResult<unknown>> = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('accept'),
    content: z.unknown().refine((content) => content !== undefined, 'is missing'),
  }),
  z.object({ action: z.literal('decline'), reason: z.string().max(2000).optional() }),
  z.object({
    action: z.literal('cancel'),
    reason: z.enum(['dismissed', 'expired', 'interrupted', 'failed']).optional().catch(undefined),
  }),
]);
