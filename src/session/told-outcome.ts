import type { SessionOutcome } from './plugin-session.ts';

/** What the model reads of a call that has ended. */
export function toldOutcome(outcome: SessionOutcome): { content: string; isError: boolean } {
  switch (outcome.status) {
    case 'completed':
      return { content: outcome.content, isError: false };
    case 'failed':
      return { content: outcome.error.message, isError: true };
    case 'aborted':
      return { content: [stoppedBy[outcome.by], outcome.reason].filter(Boolean).join(' '), isError: true };
  }
}

const stoppedBy = {
  user: 'Stopped by the person.',
  timeout: 'Stopped: out of time.',
  server: 'Stopped by the server.',
};
