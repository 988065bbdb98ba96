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
  /** How many of them can be dropped. Without it, each event of a long call would look for one. */
  let reports = 0;

  return {
    add(event: PluginSessionEvent): void {
      last += 1;
      told.push({ number: last, event });
      if (isReport(event)) reports += 1;
      if (told.length > mostEvents && reports > 0) {
        reports -= 1;
        const oldest = told.findIndex((one) => isReport(one.event));
        told.splice(oldest, 1);
      }
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
