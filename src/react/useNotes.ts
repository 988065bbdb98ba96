import { useContext } from 'react';
import { ClientError } from '../client/client-error.ts';
import type { PluginClient } from '../client/client-options.ts';
import { useWords } from '../ui/language/language-context.ts';
import { ownWords, wordsOf } from '../ui/language/language.ts';
import type { NoteMessages } from '../ui/notes/words.ts';
import { SessionContext } from './session-context.ts';

type Spoken<Words> = Words & { readonly locale: string };

/** The words that an outlet shows around its questions, or some of them. */
export function useNotes<Words extends Partial<NoteMessages>>(inEnglish: Words): Spoken<Words> {
  const notes = useWords('notes', inEnglish);
  const session = useContext(SessionContext);
  if (session === undefined) return notes;
  // Made once for each language: several components of every question ask for them.
  let safe = session.notes.get(notes) as Spoken<Words> | undefined;
  if (safe === undefined) session.notes.set(notes, (safe = makeSafe(notes, inEnglish, session.client.report)));
  return safe;
}

/** An outlet's words in one language. */
export type Notes = Spoken<NoteMessages>;
type Say = (...values: unknown[]) => string;

/**
 * The host's functions, with ours as a fallback if one throws or gives no text. Effects call many of them, and an error
 * there would make React unmount the page. `onError` gets each fault once.
 */
function makeSafe<Words extends Partial<NoteMessages>>(
  notes: Spoken<Words>,
  inEnglish: Words,
  report: PluginClient['report'],
): Spoken<Words> {
  const ours = wordsOf(ownWords, 'notes', inEnglish);
  const entries = Object.entries(notes).map(([name, word]: [string, unknown]) => {
    const own: unknown = ours[name as keyof Words];
    if (typeof word !== 'function' || typeof own !== 'function' || word === own) return [name, word];
    let isTold = false;
    const say: Say = (...values) => {
      try {
        const text: unknown = (word as Say)(...values);
        if (typeof text === 'string') return text;
        throw new TypeError(`It gave ${typeof text} and not a string.`);
      } catch (cause) {
        const message = `The word notes.${name} failed, and is said in English. Correct it in "messages".`;
        // Don't call this while React renders: the host may set state.
        if (!isTold) queueMicrotask(() => report(new ClientError('COMPONENT_CRASHED', message, { cause })));
        isTold = true;
        return (own as Say)(...values);
      }
    };
    return [name, say];
  });
  return Object.fromEntries(entries) as Spoken<Words>;
}
