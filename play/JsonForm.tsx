import { useState, type ReactNode } from 'react';
import { isObject, type JsonObject } from '../src/protocol/json.ts';
import { useKept } from './useKept.ts';

interface JsonFormProps {
  /** The tool. */
  name: string;
  /** JSON Schema of its arguments. */
  schema: JsonObject;
  onRun: (args: JsonObject) => void;
}

/** A tool's arguments as JSON, also such as no form would send. */
export function JsonForm({ name, schema, onRun }: JsonFormProps): ReactNode {
  const [kept, keep] = useKept(`json:${name}`);
  const [problem, setProblem] = useState('');
  const text = typeof kept === 'string' ? kept : JSON.stringify(defaultsOf(schema), undefined, 2);
  const run = () => {
    const read = readArguments(text);
    setProblem(typeof read === 'string' ? read : '');
    if (typeof read !== 'string') onRun(read);
  };
  return (
    <div className="json-form">
      <label htmlFor="json">Arguments, as JSON</label>
      <textarea
        id="json"
        rows={8}
        spellCheck={false}
        value={text}
        aria-invalid={problem !== ''}
        aria-describedby="json-problem"
        onChange={({ target }) => keep(target.value)}
      />
      <output id="json-problem" htmlFor="json" className="json-problem">
        {problem}
      </output>
      <details>
        <summary>Their schema</summary>
        <pre>{JSON.stringify(schema, undefined, 2)}</pre>
      </details>
      <button type="button" className="main-button" onClick={run}>
        Run
      </button>
    </div>
  );
}

/** The arguments, or what is wrong. */
function readArguments(text: string): JsonObject | string {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? (value as JsonObject) : 'Arguments are a JSON object, such as { "name": "Ada" }.';
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function defaultsOf({ properties }: JsonObject): JsonObject {
  const entries = isObject(properties) ? Object.entries(properties as JsonObject) : [];
  return Object.fromEntries(
    entries.flatMap(([name, property]) =>
      isObject(property) && 'default' in property ? [[name, (property as JsonObject)['default'] ?? null]] : [],
    ),
  );
}
