import { useContext, useEffect, useRef } from 'react';
import { ClientError } from '../client/client-error.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import { isObject } from '../protocol/json.ts';
import type { SchemaFormProps } from '../ui/schema-form/SchemaForm.tsx';
import { SessionContext } from './session-context.ts';

/** Tells the host of properties that it speaks of and that the question has not. */
export function useUnknownNames(
  asked: ElicitRequest | undefined,
  { hints, fields }: Pick<SchemaFormProps, 'hints' | 'fields'>,
): void {
  const report = useContext(SessionContext)?.client.report;
  const told = useRef('');
  const named = [...(hints?.order ?? []), ...namesOf(hints?.properties), ...namesOf(fields?.properties)];
  const properties = asked?.schema['properties'];
  const known = isObject(properties) ? properties : {};
  const unknown = JSON.stringify([...new Set(named)].filter((name) => !Object.hasOwn(known, name))).slice(1, -1);
  useEffect(() => {
    if (asked === undefined || report === undefined || unknown === '' || unknown === told.current) return;
    told.current = unknown;
    const { toolName, key, elicitId } = asked;
    const what = `schemaForm of ${toolName}.${key}: the question has no property ${unknown.replaceAll(',', ', ')}.`;
    const next = 'Nothing that is said of it is shown. Give it the name that it has in the schema of the answer.';
    report(new ClientError('FIELD_UNKNOWN', `${what} ${next}`, { elicitId }));
  }, [asked, report, unknown]);
}

function namesOf(byName: object = {}): string[] {
  return Object.keys(byName);
}
