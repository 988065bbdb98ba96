import type { ReactNode } from 'react';
import { isObject, type JsonObject } from '../src/protocol/json.ts';
import { JsonField } from './JsonField.tsx';
import { useKept } from './useKept.ts';

interface JsonFormProps {
  /** The tool. */
  name: string;
  /** JSON Schema of its arguments. */
  schema: JsonObject;
  onRun: (args: JsonObject) => void;
}

/** A tool's arguments as JSON. */
export function JsonForm({ name, schema, onRun }: JsonFormProps): ReactNode {
  const [kept, keep] = useKept(`json:${name}`);
  const run = (value: unknown) => {
    if (!isObject(value)) return 'Arguments are a JSON object, such as { "name": "Ada" }.';
    onRun(value as JsonObject);
    return undefined;
  };
  return (
    <JsonField
      id="json"
      label="Arguments, as JSON"
      draft={kept}
      schema={schema}
      button="Run"
      onText={keep}
      onValue={run}
    />
  );
}
