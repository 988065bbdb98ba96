import { withResolvers, type Subscription } from 'effection';
import type { NumberedEvent, PluginSessionEvent } from './plugin-session.ts';

/** What a call told, for any number of readers. */
export interface EventLog {
  add(event: PluginSessionEvent): void;
  /** The events after a number, and those that are still to come. */
  after(number: number): Subscription<NumberedEvent, never>;
}

/** Beyond so many events, the oldest logs and reports of progress are forgotten: no question and no end is. */
const mostEvents = 1000;

export function createEventLog(): EventLog {
  const told: NumberedEvent[] = [];
  let last = 0;
  let news = withResolvers<void>();

  return {
    add(event) {
      last += 1;
      told.push({ number: last, event });
      if (told.length > mostEvents) {
        const oldest = told.findIndex(({ event: { type } }) => type === 'log' || type === 'progress');
        if (oldest >= 0) told.splice(oldest, 1);
      }
      const { resolve } = news;
      news = withResolvers();
      resolve();
    },
    after(number) {
      let read = number;
      return {
        *next() {
          for (;;) {
            const value = firstAfter(told, read);
            if (value !== undefined) {
              read = value.number;
              return { done: false, value };
            }
            yield* news.operation;
          }
        },
      };
    },
  };
}

/** Sought from the end, where a reader that keeps up is. */
function firstAfter(told: readonly NumberedEvent[], number: number): NumberedEvent | undefined {
  let found: NumberedEvent | undefined;
  for (let index = told.length - 1; index >= 0 && told[index]!.number > number; index -= 1) found = told[index];
  return found;
}
