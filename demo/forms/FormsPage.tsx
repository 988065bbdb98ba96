import { useState, type ReactNode } from 'react';
import { ThemeToggle } from '../chat/ThemeToggle.tsx';
import { Preview } from './Preview.tsx';
import { presets } from './presets.ts';
import { readSchema } from './read-schema.ts';

/** Paste a schema, see its form, fill it in, and see what would be sent. */
export function FormsPage(): ReactNode {
  const [text, setText] = useState(() => written(presets[0]?.schema));
  const read = readSchema(text);
  return (
    <div className="forms-page" data-elicit-root="">
      <header className="header">
        <h1>
          Forms <small>elicitkit demo</small>
        </h1>
        <a className="quiet-button" href="./index.html">
          Flight desk
        </a>
        <ThemeToggle />
      </header>
      <main className="forms-columns">
        <section aria-labelledby="schema-title">
          <h2 id="schema-title">What is asked</h2>
          <div className="presets" role="group" aria-label="Examples">
            {presets.map(({ name, schema }) => (
              <button key={name} type="button" className="preset" onClick={() => setText(written(schema))}>
                {name}
              </button>
            ))}
          </div>
          <label className="schema-label" htmlFor="schema">
            requestedSchema, as JSON
          </label>
          <textarea
            id="schema"
            spellCheck={false}
            value={text}
            aria-invalid={'problem' in read}
            aria-describedby="schema-problem"
            onChange={({ target }) => setText(target.value)}
          />
          <p id="schema-problem" className="schema-problem" role="status">
            {'problem' in read ? read.problem : ''}
          </p>
        </section>
        <section aria-labelledby="form-title">
          <h2 id="form-title">What people see</h2>
          {/* Another schema is another question: nothing that was entered stays. */}
          {'schema' in read && <Preview key={text} schema={read.schema} />}
        </section>
      </main>
    </div>
  );
}

function written(schema: unknown): string {
  return JSON.stringify(schema, undefined, 2);
}
