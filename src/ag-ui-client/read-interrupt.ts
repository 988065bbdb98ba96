import type { OutsideQuestion } from '../client/state/outside-question.ts';
import { agUiKey, agUiQuestionSchema, type AgUiQuestion } from '../protocol/ag-ui.ts';
import { excessOf, lineBounds } from '../protocol/bounds.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { AgUiInterrupt, AgUiResumeEntry } from './ag-ui-agent.ts';

/** An interrupt as a question. */
export interface ReadInterrupt {
  readonly question: Omit<OutsideQuestion, 'server'>;
  /** What it is to our own server. Undefined for another one. */
  readonly ours: AgUiQuestion | undefined;
  /** The entry of an answer. */
  readonly entryOf: (result: ElicitResult<unknown>, answerId: string) => AgUiResumeEntry;
}

/** @returns undefined if it is too large to be shown */
export function readInterrupt(interrupt: AgUiInterrupt): ReadInterrupt | undefined {
  if (excessOf(interrupt, lineBounds()) !== undefined) return undefined;
  const { id, reason, message = reason, toolCallId, responseSchema = {}, expiresAt, metadata } = interrupt;
  const { data: ours } = agUiQuestionSchema.safeParse(metadata?.[agUiKey]);
  const schema = Object.keys(responseSchema).length === 0 ? { type: 'object' } : responseSchema;
  const time = expiresAt === undefined ? NaN : Date.parse(expiresAt);
  return {
    ours,
    question: {
      schema,
      message,
      ...(id.length <= 200 && { id }),
      ...(toolCallId !== undefined && { callId: toolCallId }),
      // Past by this page's clock, it may still be in time.
      ...(time > Date.now() && { expiresAt: time }),
      ...(ours && aboutOurs(ours)),
    },
    entryOf(result, answerId) {
      const { action } = result;
      const reasonGiven = action === 'accept' ? undefined : result.reason;
      const about = { answerId, ...(action !== 'accept' && { action }), ...(reasonGiven && { reason: reasonGiven }) };
      const entry = { interruptId: id, metadata: { [agUiKey]: about } };
      if (action !== 'accept') return { ...entry, status: 'cancelled' };
      return { ...entry, status: 'resolved', payload: result.content };
    },
  };
}

/** The question keeps its name over its attempts, unlike its interrupts. */
function aboutOurs({ elicitId, ...about }: AgUiQuestion): Partial<OutsideQuestion> {
  return { ...about, id: elicitId };
}
