import type { ElicitIssue, ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import { isObject, type JsonObject, type JsonValue } from '../protocol/json.ts';
import { looksSecret } from '../protocol/looks-secret.ts';
import type { Answerer } from '../protocol/person.ts';
import { plainText } from '../protocol/plain-text.ts';
import { isWait } from '../protocol/question-keys.ts';
import { secretsOf, withoutSecrets } from '../protocol/secret-data.ts';
import { sourceOf, type JournalEntry } from '../runtime/journal.ts';
import { findPending, sourceIn, type SessionAnswer, type SessionChange, type ToolSessionEntry } from './call-entry.ts';
import type { KeptContent, RecordEvent } from './record-entry.ts';

/** What is to be told. The digests are made when it is written. */
export type Told = RecordEvent<Answerer>;

/**
 * What the record tells of a change.
 *
 * @param entry - the call before it
 * @param isPlain - a question asked for no secret
 */
export function toldOfChange(
  entry: ToolSessionEntry,
  { told, append, ask, outcome }: SessionChange,
  isPlain: (elicitId: string) => boolean,
): readonly Told[] {
  const before = ask && findPending(entry, ask.elicitId);
  const closes = append && toldOfEntry(entry, append, isPlain);
  return [
    ...(told === undefined ? [] : [told]),
    ...(closes === undefined ? [] : [closes]),
    ...(ask === undefined || isWait(ask) || before?.attempt === ask.attempt ? [] : [asked(ask)]),
    ...(outcome === undefined ? [] : [ended(entry, outcome)]),
  ];
}

/** An answer was refused. */
export function refusal(question: ElicitRequest, answer: SessionAnswer, issues: readonly ElicitIssue[]): Told {
  const { elicitId, key, attempt } = question;
  const isSilent = asksForSecrets(question);
  const shown = issues.slice(0, mostIssues).map(({ path, message }) => ({
    path,
    ...(!isSilent && { message: plainText(message, mostText) }),
  }));
  return { what: 'refused', elicitId, key, attempt, issues: shown, ...sourceIn(answer) };
}

/** All that was shown of a question. */
export function shownOf({ message, schema, plain, inWords, url }: ElicitRequest): JsonObject {
  return { message, schema, plain, inWords, url };
}

function asksForSecrets({ key, schema }: ElicitRequest): boolean {
  const { hasNames, isWhole } = secretsOf(schema);
  return hasNames || isWhole || looksSecret(key);
}

function asked(question: ElicitRequest): Told {
  const { elicitId, key, attempt, message, inWords, to } = question;
  const text = plainText([message, inWords ?? ''].join('\n\n').trim(), mostText);
  const who = to?.who.flatMap(({ id, role, name }): readonly (Answerer | { role: string })[] => {
    if (role !== undefined) return [{ role }];
    return id === undefined ? [] : [{ id, ...(name !== undefined && { name }) }];
  });
  const secrets = asksForSecrets(question) && { asksForSecrets: true as const };
  return { what: 'asked', elicitId, key, attempt, ...(who && { to: who }), text, digest: '', ...secrets };
}

function ended({ pending }: ToolSessionEntry, outcome: NonNullable<SessionChange['outcome']>): Told {
  const { status } = outcome;
  return {
    what: 'ended',
    status,
    ...(status === 'aborted' && { stoppedBy: outcome.by }),
    ...(status === 'failed' && { code: outcome.error.code }),
    ...(pending.length > 0 && { withdrawn: pending.map(({ elicitId }) => elicitId) }),
  };
}

function toldOfEntry(
  entry: ToolSessionEntry,
  { kind, name: key, question, outcome }: JournalEntry,
  isPlain: (elicitId: string) => boolean,
): Told | undefined {
  if (question === undefined) return undefined;
  const { elicitId, attempt, withdrawn = [] } = question;
  const of = { elicitId, key };
  const source = sourceOf(question);
  const failed: ElicitResult<JsonValue> = { action: 'cancel', reason: 'failed' };
  const result = outcome.ok ? (outcome.value as unknown as ElicitResult<JsonValue>) : failed;
  const content = () => {
    // The schema is known only while the question waits.
    const schema = findPending(entry, elicitId)?.schema ?? (isPlain(elicitId) ? {} : undefined);
    return result.action === 'accept' ? keptOf(result.content, key, schema) : {};
  };
  if (kind === 'revise' && source !== undefined) {
    return { what: 'changed', ...of, ...source, ...content(), ...(withdrawn.length > 0 && { withdrawn }) };
  }
  const { action } = result;
  if (action === 'cancel' && result.reason !== undefined && result.reason !== 'dismissed') {
    const { reason } = result;
    return reason === 'withdrawn' ? { what: reason, ...of, ...source } : { what: reason, ...of };
  }
  if (source === undefined || attempt === undefined) return { what: 'resolved', ...of, ...content() };
  const reason = action === 'decline' ? result.reason : undefined;
  return { what: 'answered', ...of, attempt, ...source, action, ...content(), ...(reason !== undefined && { reason }) };
}

/** What may be kept of an answer. @param schema - the question's. Undefined to keep nothing */
function keptOf(content: JsonValue, key: string, schema: JsonObject | undefined): KeptContent {
  const withheld: string[] = [];
  const kept = schema === undefined || looksSecret(key) ? undefined : safe(content, schema, '');
  if (kept === undefined) withheld.push('*');
  return { ...(kept !== undefined && { content: kept }), ...(withheld.length > 0 && { withheld }) };

  function safe(value: JsonValue, { properties, ...rest }: JsonObject, path: string): JsonValue | undefined {
    const { hasNames, isWhole } = secretsOf({ properties, ...rest });
    const at = (name: string) => (path === '' ? name : `${path}.${name}`);
    if (isWhole) return undefined;
    if (!hasNames) return withoutSecrets(value, (name) => looksSecret(name) && withheld.push(at(name)) > 0);
    // What no property of the schema names may hold the secret under another name.
    if (!isObject(value) || !isObject(properties)) return undefined;
    const members = Object.entries(value).flatMap(([name, member]) => {
      const property = Object.hasOwn(properties, name) && !looksSecret(name) ? properties[name] : undefined;
      const one = isObject(property) ? safe(member as JsonValue, property, at(name)) : undefined;
      if (one === undefined) withheld.push(at(name));
      return one === undefined ? [] : [[name, one] as const];
    });
    return Object.fromEntries(members);
  }
}

/** Characters of a text. */
const mostText = 10_000;
const mostIssues = 50;
