import type { PluginClient } from '../client/client-options.ts';
import { askHere, type AskedQuestion } from '../client/ask-here.ts';
import type { OutsideQuestion } from '../client/state/outside-question.ts';
import type { ActiveCall } from './question-desk.ts';
import type { McpQuestion } from './read-elicitation.ts';

/** A question that its server may ask again. */
interface Asking {
  readonly asked: AskedQuestion;
  /** Its message the first time. */
  readonly message: string;
}

/** Asks a question. On a card that is there, if its server refused the answer and asks the same of the same call. */
export type AskOrAskAgain = (
  question: McpQuestion,
  asking: OutsideQuestion,
  call: ActiveCall | undefined,
) => AskedQuestion;

export function createAskAgain(client: PluginClient): AskOrAskAgain {
  /** The last asking of each question that its server named, by call. */
  const before = new WeakMap<ActiveCall, Map<string, Asking>>();

  /** A server that refuses an answer asks again with a higher attempt. */
  function knownOf({ meta: { key, attempt = 1 } }: McpQuestion, asking: OutsideQuestion, call: ActiveCall | undefined) {
    const known = call && key !== undefined && attempt > 1 ? before.get(call)?.get(key) : undefined;
    const item = known && itemOf(client, known.asked);
    const isAnswered = (item?.status === 'sending' || item?.status === 'settled') && item.action === 'accept';
    return isAnswered && item.request.mode === asking.mode ? known : undefined;
  }

  return (question, asking, call) => {
    const { key } = question.meta;
    const known = knownOf(question, asking, call);
    // The message may repeat the issues, for clients that do not know them.
    const message = known?.message ?? asking.message;
    const asked = known ? known.asked.askAgain({ ...asking, message }) : askHere(client, asking);
    if (call && key !== undefined) {
      const ofCall = before.get(call) ?? new Map<string, Asking>();
      before.set(call, ofCall.set(key, { asked, message }));
    }
    return asked;
  };
}

/** The question as the page shows it now. */
export function itemOf(client: PluginClient, { elicitId }: AskedQuestion) {
  return client.getSnapshot().items.findLast((item) => item.elicitId === elicitId);
}
