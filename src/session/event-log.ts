import { withResolvers, type Subscription } from 'effection';
import type { NumberedEvent, PluginSessionEvent } from './plugin-session.ts';

/** A call's events, for any number of readers. */
export interface EventLog {
  add(event: PluginSessionEvent): void;
  /** Read the events after this number, then those still to come. */
  after(number: number): Subscription<NumberedEvent, never>;
}

/** @param mostEvents - past these, drop the oldest logs and progress reports. Questions and the end are always kept */
export function createEventLog(mostEvents = 1000): EventLog {
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

/** Search from the end: a reader that keeps up is near it. */
function firstAfter(told: readonly NumberedEvent[], number: number): NumberedEvent | undefined {
  let found: NumberedEvent | undefined;
  for (let index = told.length - 1; index >= 0 && told[index]!.number > number; index -= 1) found = told[index];
  return found;
}
