import { urlHash } from '../base/hash.ts';
import { canonicalJson } from '../protocol/json.ts';
import { run } from 'effection';
import { abortOf, createOnce, firstCame, firstOf } from '../base/coming.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { ChatProvider, ChatProviderOptions, ChatProviderResult } from '../protocol/chat-provider.ts';
import { samplingParams, type SamplingParams } from './sampling-params.ts';

/** A sample that waits for the client's model. */
export interface AskedSample {
  /** Its name in `inputRequests`. It begins with `prefixOf(sampleId)`. */
  readonly key: string;
  /** The same for all that one `ctx.sample` asks: `.sampling({ act })` may ask several times. */
  readonly sampleId: string;
  readonly params: SamplingParams;
}

/** The samples of a call that the client's model answers: a leg takes each to the client, and the next brings the answer. */
export function createLegSamples() {
  const waiting = new Map<string, AskedSample & { answer(result: ChatProviderResult): void }>();
  /** How often the run has asked the model the same. */
  const times = new Map<string, number>();

  async function sample(
    messages: readonly ChatMessage[],
    options: ChatProviderOptions,
    asks: (isAsked: boolean) => void,
  ): Promise<ChatProviderResult> {
    const { signal, systemPrompt, sample: { sampleId } = { sampleId: '' } } = options;
    const asked = `${prefixOf(sampleId)}${await urlHash(canonicalJson([messages, systemPrompt]), 9)}`;
    const before = times.get(asked) ?? 0;
    times.set(asked, before + 1);
    // The same when the call runs again, in any process. A repeated leg's answer finds its sample, and no other.
    const key = before === 0 ? asked : `${asked}.${before}`;
    signal.throwIfAborted();
    const answered = createOnce<ChatProviderResult>();
    abortOf(signal)(() => undefined, answered.reject);
    const over = () => {
      waiting.delete(key);
      asks(false);
    };
    answered.coming(over, over);
    waiting.set(key, { key, sampleId, params: samplingParams(messages, options), answer: answered.resolve });
    asks(true);
    return firstCame(answered.coming);
  }

  return {
    waiting: (): readonly AskedSample[] => [...waiting.values()],
    /** Give the answers to those that wait. */
    give(answers: ReadonlyMap<string, ChatProviderResult>): void {
      for (const [key, result] of answers) waiting.get(key)?.answer(result);
    },
    /** The client's model. @param asks - told whether a sample waits for the client */
    model: (asks: (isAsked: boolean) => void): ChatProvider => ({
      async *stream(messages, options) {
        return await sample(messages, options, asks);
      },
    }),
  };
}

/** How the names of all that one `ctx.sample` asks begin. */
export function prefixOf(sampleId: string): string {
  return `sample.${sampleId}.`;
}

/** The client's model for a call that is woken without its client, to be stopped: no answer comes. */
export const absentModel: ChatProvider = {
  async *stream(_messages, { signal }) {
    return run(() => firstOf(abortOf(signal)));
  },
};
