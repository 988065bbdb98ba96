import { useContext, useEffect, useRef } from 'react';
import { ClientError } from '../client/client-error.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import { problemText } from '../form/problem.ts';
import type { CompiledForm } from '../form/compile-form.ts';
import type { SchemaFormProps } from '../ui/schema-form/SchemaForm.tsx';
import { SessionContext } from './session-context.ts';

/** Tells the host about form faults: a value the form cannot ask for, or an issue of a property that does not exist. */
export function useFormFaults(
  asked: ElicitRequest | undefined,
  { hints, fields }: Pick<SchemaFormProps, 'hints' | 'fields'>,
  form: CompiledForm | undefined,
): void {
  const report = useContext(SessionContext)?.client.report;
  const told = useRef('');
  const { fields: asks = [], omitted = [], refusals = [] } = form ?? {};
  const known = new Set([...omitted.map(({ name }) => name), ...asks.flatMap(({ name, path }) => [name, path[0]])]);
  const named = [...(hints?.order ?? []), ...namesOf(hints?.properties), ...namesOf(fields?.properties)];
  const unknown = quoted([...new Set(named)].filter((name) => !known.has(name)));
  const refused = problemText(refusals);
  useEffect(() => {
    const faults = `${unknown}|${refused}`;
    if (asked === undefined || report === undefined || faults === '|' || faults === told.current) return;
    told.current = faults;
    const { toolName, key, elicitId } = asked;
    const question = `${toolName}.${key}`;
    if (unknown !== '') {
      const what = `schemaForm for ${question}: the answer has no property ${unknown}, so what you say of it is ignored.`;
      const next = 'Use a name of the schema of the answer.';
      report(new ClientError('FIELD_UNKNOWN', `${what} ${next}`, { elicitId }));
    }
    if (refused !== '') {
      const what = `No form can ask ${question}: ${refused}. The person can only decline or cancel.`;
      const next =
        'Change the schema of the answer, or write a component of your own for the plugin: answerWith(Component).';
      report(new ClientError('FORM_UNSUPPORTED', `${what} ${next}`, { elicitId }));
    }
  }, [asked, report, unknown, refused]);
}

function quoted(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(', ');
}

function namesOf(byName: object = {}): string[] {
  return Object.keys(byName);
}
