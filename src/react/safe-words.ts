import { ClientError } from '../client/client-error.ts';
import type { PluginClient } from '../client/client-options.ts';
import type { Language } from '../ui/language/language.ts';

type Say = (...values: unknown[]) => string;

/**
 * Makes the host's functions safe, with ours in place of one that throws or gives no text. Effects call some of them, and
 * an error there would make React unmount the page. `onError` gets each fault once.
 */
export function createSafety({ report }: PluginClient): NonNullable<Language['madeSafe']> {
  return (own, inEnglish, group) => {
    const safe = Object.entries(own).map(([name, word]: [string, unknown]) => {
      const ours: unknown = inEnglish[name as never];
      if (typeof word !== 'function' || typeof ours !== 'function') return [name, word];
      let isTold = false;
      const say: Say = (...values) => {
        try {
          const text: unknown = (word as Say)(...values);
          if (typeof text === 'string') return text;
          throw new TypeError(`It gave ${typeof text} and not a string.`);
        } catch (cause) {
          const message = `The word ${group}.${name} failed, and is said in English. Correct it in "messages".`;
          // Don't call this while React renders: the host may set state.
          if (!isTold) queueMicrotask(() => report(new ClientError('COMPONENT_CRASHED', message, { cause })));
          isTold = true;
          return (ours as Say)(...values);
        }
      };
      return [name, say];
    });
    return Object.fromEntries(safe) as object;
  };
}
