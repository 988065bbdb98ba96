import { useEffect, useRef, type ReactNode } from 'react';
import { partNotLoaded } from '../client/client-error.ts';
import { later } from '../client/later.ts';
import { wordsOf, type Language } from '../ui/language/language.ts';
import { words as pageWords } from '../ui/notes/page-words.ts';
import { words as answerWords } from '../ui/parts/answer-words.ts';
import { focusedNear } from '../ui/parts/focused-near.ts';
import { useLoading } from './useLoading.ts';
import { Note } from './Note.tsx';
import { useSessionContext } from './session-context.ts';

/** What draws questions. A page loads it once it is up: nothing is asked before. */
export const itemGroup = later(async () => {
  const { ItemGroup } = await import('./ItemGroup.tsx');
  return ItemGroup;
});

/**
 * Stands in an outlet until what draws its questions is there.
 *
 * @param onThere - see `useLoading`
 */
export function OutletStandIn({ language, onThere }: { language: Language; onThere: () => void }): ReactNode {
  const { failed, again } = useLoading(itemGroup, onThere);
  const { client, announcer } = useSessionContext('<ElicitOutlet>');
  const notes = wordsOf(language, 'notes', pageWords);
  const { retry } = wordsOf(language, 'card', answerWords);
  const place = useRef<HTMLDivElement>(null);
  const hasPressed = useRef(false);
  const text = failed && (failed.times > 1 ? notes.stillCrashed : notes.crashed);

  useEffect(() => {
    if (failed === undefined || text === undefined) return;
    announcer.say(text);
    client.report(partNotLoaded('What draws questions', { cause: failed.cause, retry: again }));
  }, [failed, text, announcer, client, again]);
  useEffect(() => {
    const outlet = place.current?.parentElement;
    return () => {
      // The pressed button is gone, and the focus with it. By now the card is there.
      const focused = outlet && focusedNear(outlet);
      if (hasPressed.current && (focused === null || focused === document.body))
        outlet?.querySelector<HTMLElement>('[data-elicit="elicit-card"]')?.focus();
    };
  }, []);

  const press = () => {
    hasPressed.current = true;
    again();
  };
  return (
    <div ref={place}>
      {text === undefined ? (
        <p data-elicit="elicit-loading">{notes.loading}</p>
      ) : (
        <Note state="failed" text={text}>
          <button type="button" data-elicit="ask-again" onClick={press}>
            {retry}
          </button>
        </Note>
      )}
    </div>
  );
}
