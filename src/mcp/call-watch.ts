import { action, type Operation } from 'effection';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { ChatProviderOptions, ChatProviderResult } from '../protocol/chat-provider.ts';
import type { PluginSession, PluginSessionEvent, SessionOutcome } from '../session/plugin-session.ts';
import { hashOf } from './hash-of.ts';
import { samplingParams, type SamplingParams } from './sampling-params.ts';

/** A sample that waits for the client's model. */
export interface AskedSample {
  /** Its name in `inputRequests`. It begins with `prefixOf(sampleId)`. */
  readonly key: string;
  /** The same for all that one `ctx.sample` asks: `.sampling({ act })` may ask several times. */
  readonly sampleId: string;
  readonly params: SamplingParams;
}

/** What this process has seen of a call, and what the call waits for. */
export interface CallWatch {
  readonly outcome: SessionOutcome | undefined;
  /** The samples that wait for the client. */
  samples(): readonly AskedSample[];
  /** The ids of these samples. */
  sampleIds(): ReadonlySet<string>;
  /** This question is closed, as far as its event has come. */
  isSettled(elicitId: string): boolean;
  /** The last attempt of a question that was seen. 0 for none. */
  attemptOf(elicitId: string): number;
  /**
   * Nothing comes from the call before somebody answers: a question, or a sample of the client's model. An answer that
   * is not in the journal yet has more to come of it.
   */
  isResting(session: PluginSession): boolean;
  /** Ask the client's model. Resolves when a leg brings the answer. */
  sample(messages: readonly ChatMessage[], options: ChatProviderOptions): Promise<ChatProviderResult>;
  /** Give the answer to a sample that waits. */
  give(key: string, result: ChatProviderResult): void;
  /** Read the call's events. Runs until it is halted. */
  read(session: PluginSession): Operation<never>;
  /** Wait until this holds. It is looked at whenever something changes. */
  until(holds: () => boolean): Operation<void>;
  /** Call this with each log message and progress report. @returns a function that ends it */
  listen(listener: (event: PluginSessionEvent) => void): () => void;
  /** Call this whenever something changes. @returns a function that ends it */
  subscribe(onChange: () => void): () => void;
}

/** How often to look whether what is at work beside a sample has ended, in milliseconds. Nothing tells. */
const lookTime = 50;

export function createCallWatch(): CallWatch {
  const settled = new Set<string>();
  const attempts = new Map<string, number>();
  const samples = new Map<string, AskedSample & { resolve(result: ChatProviderResult): void }>();
  /** How often the run has asked the model the same. */
  const asks = new Map<string, number>();
  const listeners = new Set<(event: PluginSessionEvent) => void>();
  const subscribers = new Set<() => void>();
  let outcome: SessionOutcome | undefined;
  let isWaiting = false;

  function changed(): void {
    // Those that subscribe meanwhile wait for the next change.
    const waiting = [...subscribers];
    for (const onChange of waiting) onChange();
  }

  const sampleIds = () => new Set([...samples.values()].map(({ sampleId }) => sampleId));

  function see(event: PluginSessionEvent): void {
    switch (event.type) {
      case 'elicit_request':
        attempts.set(event.request.elicitId, event.request.attempt);
        break;
      case 'elicit_settled':
        settled.add(event.elicitId);
        isWaiting = false;
        break;
      case 'waiting':
        isWaiting = true;
        break;
      case 'ended':
        ({ outcome } = event);
        break;
      default:
        for (const listener of listeners) listener(event);
        return;
    }
    changed();
  }

  return {
    get outcome() {
      return outcome;
    },
    samples: () => [...samples.values()],
    sampleIds,
    isSettled: (elicitId) => settled.has(elicitId),
    attemptOf: (elicitId) => attempts.get(elicitId) ?? 0,
    isResting(session) {
      if (outcome !== undefined) return true;
      if (samples.size > 0) return !session.isAtWork(sampleIds());
      return session.pending().length > 0 && (isWaiting || session.isCold());
    },
    async sample(messages, options) {
      const { sampleId = '' } = options.sample ?? {};
      const asked = `${prefixOf(sampleId)}${await hashOf([messages, options.systemPrompt])}`;
      const times = asks.get(asked) ?? 0;
      asks.set(asked, times + 1);
      // The same when the call runs again, in any process. A repeated leg's answer finds its sample, and no other.
      const key = times === 0 ? asked : `${asked}.${times}`;
      return new Promise((resolve, reject) => {
        const over = () => {
          samples.delete(key);
          reject(options.signal.reason as Error);
        };
        if (options.signal.aborted) return over();
        options.signal.addEventListener('abort', over, { once: true });
        samples.set(key, {
          key,
          sampleId,
          params: samplingParams(messages, options),
          resolve(result) {
            options.signal.removeEventListener('abort', over);
            samples.delete(key);
            resolve(result);
          },
        });
        changed();
      });
    },
    give(key, result) {
      samples.get(key)?.resolve(result);
    },
    *read(session) {
      const events = session.getEvents();
      for (;;) see((yield* events.next()).value.event);
    },
    *until(holds) {
      while (!holds()) {
        yield* action<void>((resolve) => {
          const timer = samples.size > 0 ? setTimeout(resolve, lookTime) : undefined;
          subscribers.add(resolve);
          return () => {
            clearTimeout(timer);
            subscribers.delete(resolve);
          };
        });
      }
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribe(onChange) {
      subscribers.add(onChange);
      return () => subscribers.delete(onChange);
    },
  };
}

/** How the names of all that one `ctx.sample` asks begin. */
export function prefixOf(sampleId: string): string {
  return `sample.${sampleId}.`;
}
