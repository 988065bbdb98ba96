import type { Subscription } from 'effection';
import { createTicker, firstOf } from '../base/coming.ts';
import type { NumberedEvent, PluginSessionEvent } from './plugin-session.ts';

/**
 * A call's events, for any number of readers.
 *
 * @param mostEvents - past these, drop the oldest logs and progress reports. Questions and the end are always kept
 */
export function createEventLog(mostEvents = 1000, hear?: (event: PluginSessionEvent) => void) {
  const told: NumberedEvent[] = [];
  const news = createTicker();
  let last = 0;

  return {
    add(event: PluginSessionEvent): void {
      last += 1;
      told.push({ number: last, event });
      const oldest = told.length > mostEvents ? told.findIndex((one) => isReport(one.event)) : -1;
      if (oldest !== -1) told.splice(oldest, 1);
      hear?.(event);
      news.tick();
    },
    /** Read the events after this number, then those still to come. */
    after(number: number): Subscription<NumberedEvent, never> {
      let read = number;
      return {
        *next() {
          for (;;) {
            // Search from the end: a reader that keeps up is near it.
            const value = told[told.findLastIndex((one) => one.number <= read) + 1];
            if (value !== undefined) {
              read = value.number;
              return { done: false, value };
            }
            yield* firstOf(news.coming);
          }
        },
      };
    },
  };
}

function isReport({ type }: PluginSessionEvent): boolean {
  return type === 'log' || type === 'progress';
}
