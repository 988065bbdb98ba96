import { useState, type ReactNode } from 'react';
import type { JsonObject } from '../src/protocol/json.ts';
import { plainText } from '../src/protocol/plain-text.ts';
import { sampleOf } from './sample-of.ts';

interface JsonFieldProps {
  /** Tells this field's element from others. */
  id: string;
  label: string;
  /** What was typed. Anything but a text begins with a sample of the schema. */
  draft: unknown;
  /** JSON Schema of the value. */
  schema: JsonObject;
  button: string;
  /** What the receiver found wrong with the last value. */
  issues?: string | undefined;
  onText: (text: string) => void;
  /** Take the value, or say what is wrong with it. */
  onValue: (value: unknown) => string | undefined;
}

/** A value as JSON, also one that no form would send. */
export function JsonField({ id, label, draft, schema, button, issues, onText, onValue }: JsonFieldProps): ReactNode {
  const [found, setFound] = useState<string>();
  const problem = found ?? issues ?? '';
  const text = typeof draft === 'string' ? draft : JSON.stringify(sampleOf(schema), undefined, 2);
  const send = () => {
    const value = readJson(text);
    setFound('problem' in value ? value.problem : onValue(value.value));
  };
  return (
    <div className="json-form">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={Math.min(Math.max(text.split('\n').length + 1, 5), 16)}
        spellCheck={false}
        value={text}
        aria-invalid={problem !== ''}
        aria-describedby={`${id}-problem`}
        onChange={({ target }) => onText(target.value)}
      />
      <output id={`${id}-problem`} htmlFor={id} className="json-problem">
        {plainText(problem, 2000)}
      </output>
      <details>
        <summary>Its schema</summary>
        <pre dir="ltr">{plainText(JSON.stringify(schema, undefined, 2), 20_000)}</pre>
      </details>
      <button type="button" className="main-button" onClick={send}>
        {button}
      </button>
    </div>
  );
}

function readJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}
