import type { PluginClient } from 'elicitkit';
import { SchemaForm } from 'elicitkit/forms';
import { useMemo, type ReactNode } from 'react';
import type { PlayTool } from '../src/command/play-handler.ts';
import { compileForm } from '../src/form/compile-form.ts';
import type { JsonObject } from '../src/protocol/json.ts';
import { plainText } from '../src/protocol/plain-text.ts';
import { JsonForm } from './JsonForm.tsx';
import { useKept } from './useKept.ts';

interface ToolPanelProps {
  tool: PlayTool;
  client: PluginClient;
}

/** A tool: what it is, its arguments to fill in, and Run. */
export function ToolPanel({ tool, client }: ToolPanelProps): ReactNode {
  const { name, description, parameters, unavailable } = tool;
  const { fields, omitted, refusals } = useMemo(() => compileForm(parameters), [parameters]);
  const [draft, keepDraft] = useKept(`form:${name}`);
  const [mode, keepMode] = useKept(`mode:${name}`);
  const isAskable = refusals.length === 0;
  const takesNone = isAskable && fields.length + omitted.length === 0;
  const asJson = !isAskable || mode === 'json';
  const run = (args: JsonObject) => void client.call(name, args);
  return (
    <section className="tool" aria-labelledby="tool-name">
      <div className="bar">
        <h2 id="tool-name">
          <code>{name}</code>
        </h2>
        {unavailable === undefined && isAskable && !takesNone && (
          <fieldset className="modes">
            <legend className="visually-hidden">Give the arguments as</legend>
            <button type="button" aria-pressed={!asJson} onClick={() => keepMode('form')}>
              Form
            </button>
            <button type="button" aria-pressed={asJson} onClick={() => keepMode('json')}>
              JSON
            </button>
          </fieldset>
        )}
      </div>
      <p className="description" dir="auto">
        {plainText(description, 20_000)}
      </p>
      {unavailable !== undefined ? (
        <p className="note">This tool cannot run here. {unavailable}</p>
      ) : asJson ? (
        <>
          {!isAskable && <p className="note">No form can ask for these arguments. Write them as JSON.</p>}
          <JsonForm name={name} schema={parameters} onRun={run} />
        </>
      ) : (
        <SchemaForm
          schema={parameters}
          title={takesNone ? 'It takes no arguments' : 'Arguments'}
          submitLabel="Run"
          draft={draft}
          onDraftChange={keepDraft}
          onRespond={run}
        />
      )}
    </section>
  );
}
