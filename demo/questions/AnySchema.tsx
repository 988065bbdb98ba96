import { useState, type ReactNode } from 'react';
import { Preview } from './Preview.tsx';
import { presets } from './presets.ts';
import { readSchema } from './read-schema.ts';

/** A place to try schemas: paste one, fill in its form and see the answer. */
export function AnySchema(): ReactNode {
  const [text, setText] = useState(() => written(presets[0]?.schema));
  const read = readSchema(text);
  return (
    <div className="columns">
      <section aria-labelledby="schema-title">
        <h2 id="schema-title">What is asked</h2>
        <fieldset className="presets">
          <legend className="visually-hidden">Examples</legend>
          {presets.map(({ name, schema }) => (
            <button
              key={name}
              type="button"
              className="preset"
              aria-pressed={text === written(schema)}
              onClick={() => setText(written(schema))}
            >
              {name}
            </button>
          ))}
        </fieldset>
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
        <output id="schema-problem" className="schema-problem" htmlFor="schema">
          {'problem' in read ? read.problem : ''}
        </output>
      </section>
      <section aria-labelledby="form-title">
        <h2 id="form-title">What people see</h2>
        {/* The key drops all entries when the schema changes. */}
        {'schema' in read && <Preview key={text} schema={read.schema} />}
      </section>
    </div>
  );
}

function written(schema: unknown): string {
  return JSON.stringify(schema, undefined, 2);
}
