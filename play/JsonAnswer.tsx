import type { OpenItem } from 'elicitkit/client';
import type { ReactNode } from 'react';
import { compileForm } from '../src/form/compile-form.ts';
import { asObject } from '../src/form/normal-schema.ts';
import { contextKeyword } from '../src/protocol/context-data.ts';
import { JsonField } from './JsonField.tsx';

/** Asks for JSON where no form can ask. Undefined for a question that a form, or a page to open, can. */
export function jsonAnswer(item: OpenItem): ReactNode {
  const { mode, schema } = item.request;
  const hasForm = mode === 'url' || compileForm(asObject(schema).schema).refusals.length === 0;
  return hasForm ? undefined : <JsonAnswer item={item} />;
}

function JsonAnswer({ item }: { item: OpenItem }): ReactNode {
  const { elicitId, draft, issues = [], setDraft } = item;
  const { [contextKeyword]: _data, ...schema } = item.request.schema;
  const told = issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('\n');
  return (
    <JsonField
      id={`json-${elicitId}`}
      label="Answer, as JSON"
      draft={draft}
      schema={schema}
      button="Send"
      issues={told}
      onText={setDraft}
      onValue={(value) => {
        if ('accept' in item) item.accept(value);
        return undefined;
      }}
    />
  );
}
