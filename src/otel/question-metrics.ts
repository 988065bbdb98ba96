import type { Attributes, Meter } from '@opentelemetry/api';
import { openQuestionKey } from '../protocol/question-keys.ts';
import type { ServerEvent } from '../session/server-event.ts';
import { outcomeOf } from './call-spans.ts';

/** From a second to a week, in seconds: people answer at once, or when they come back. */
const ages = [1, 5, 15, 60, 300, 900, 3600, 14_400, 86_400, 604_800];

/** Counts questions and answers. */
export function createQuestionMetrics(meter: Meter) {
  const open = meter.createUpDownCounter('elicitkit.questions.open', {
    description: 'Questions that wait in the calls that this process holds.',
    unit: '{question}',
  });
  const asked = meter.createCounter('elicitkit.questions.asked', {
    description: 'Questions that were asked, each counted once.',
    unit: '{question}',
  });
  const closed = meter.createCounter('elicitkit.questions.closed', {
    description: 'Questions that wait no more: settled, withdrawn, or ended with their call.',
    unit: '{question}',
  });
  const answers = meter.createCounter('elicitkit.answers', {
    description: 'What became of answers, and of questions that ended without one.',
    unit: '{answer}',
  });
  const age = meter.createHistogram('elicitkit.question.age', {
    description: 'How long a question had waited when it ended.',
    unit: 's',
    advice: { explicitBucketBoundaries: ages },
  });
  /** The questions that wait in each call that this process holds, with their attributes. */
  const held = new Map<string, Map<string, Attributes>>();

  function wait(sessionId: string, elicitId: string, about: Attributes): void {
    const waiting = held.get(sessionId);
    if (waiting === undefined || waiting.has(elicitId)) return;
    waiting.set(elicitId, about);
    open.add(1, about);
  }

  function close(sessionId: string, elicitId: string): void {
    const about = held.get(sessionId)?.get(elicitId);
    if (about === undefined) return;
    held.get(sessionId)?.delete(elicitId);
    open.add(-1, about);
    closed.add(1, about);
  }

  return {
    hear(event: ServerEvent): void {
      switch (event.type) {
        case 'session_created':
          held.set(event.sessionId, new Map());
          return;
        case 'session_resumed':
          held.set(event.sessionId, new Map());
          for (const { elicitId, key } of event.pending) wait(event.sessionId, elicitId, aboutQuestion(event, key));
          return;
        case 'session_left':
          for (const about of held.get(event.sessionId)?.values() ?? []) open.add(-1, about);
          held.delete(event.sessionId);
          return;
        case 'session_ended':
          for (const elicitId of held.get(event.sessionId)?.keys() ?? []) close(event.sessionId, elicitId);
          held.delete(event.sessionId);
          return;
        case 'asked': {
          const about = aboutQuestion(event, event.key);
          if (event.attempt === 1) asked.add(1, about);
          wait(event.sessionId, event.elicitId, about);
          return;
        }
        case 'settled': {
          const about = { ...aboutQuestion(event, event.key), 'elicitkit.answer.outcome': outcomeOf(event) };
          answers.add(1, about);
          age.record(event.duration / 1000, about);
          close(event.sessionId, event.elicitId);
          return;
        }
        case 'refused':
          answers.add(1, { ...aboutQuestion(event, event.key), 'elicitkit.answer.outcome': 'refused' });
          return;
        case 'answer_ignored':
          answers.add(1, { 'gen_ai.tool.name': event.toolName, 'elicitkit.answer.outcome': event.outcome });
          return;
        case 'revised':
          answers.add(1, { ...aboutQuestion(event, event.key), 'elicitkit.answer.outcome': 'revised' });
          for (const elicitId of event.gone) close(event.sessionId, elicitId);
          return;
        default:
          return;
      }
    },
  };
}

/** A question whose schema was made while the tool ran has a name of its own. There may be any number of these. */
function aboutQuestion({ toolName }: { toolName: string }, key: string): Attributes {
  const isOpen = key.startsWith(openQuestionKey);
  return { 'gen_ai.tool.name': toolName, 'elicitkit.question.key': isOpen ? openQuestionKey : key };
}
