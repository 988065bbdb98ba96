import { useSyncExternalStore, type ReactNode } from 'react';
import { SiteHeader } from '../chat/SiteHeader.tsx';
import { AnySchema } from './AnySchema.tsx';
import { Asked } from './Asked.tsx';
import { examples } from './examples.ts';

/** A page to try each kind of question, and a form of any schema. */
export function QuestionsPage(): ReactNode {
  const place = useSyncExternalStore(onPlace, () => location.hash.slice(1));
  const example = place === form ? undefined : (examples.find((one) => one.place === place) ?? examples[0]);
  return (
    <div className="questions-page" data-elicit-root="">
      <SiteHeader title="Questions" page="Questions" />
      <main className="questions">
        <nav className="kinds" aria-label="Kinds of questions">
          {[...examples, { place: form, name: 'A form of any schema' }].map((kind) => (
            <a
              key={kind.place}
              className="preset"
              href={`#${kind.place}`}
              aria-current={kind.place === (example?.place ?? form) ? 'true' : undefined}
            >
              {kind.name}
            </a>
          ))}
        </nav>
        {example === undefined ? <AnySchema /> : <Asked example={example} />}
      </main>
    </div>
  );
}

const form = 'form';

function onPlace(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}
