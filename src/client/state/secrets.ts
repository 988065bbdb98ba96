import type { ElicitRequest } from '../../protocol/elicit-request.ts';
import { isObject, toJson, type JsonObject, type JsonValue } from '../../protocol/json.ts';
import { looksSecret } from '../../protocol/looks-secret.ts';
import { secretsOf, withoutSecrets } from '../../protocol/secret-data.ts';
import type { Answer, ItemState } from './item-state.ts';

/** Drafts without the fields that look secret; none if that cannot be told. */
export function safeDrafts(request: ElicitRequest, drafts: Readonly<Record<string, unknown>>): JsonObject {
  const entries = Object.entries(drafts);
  if (entries.length === 0) return {};
  const { schema, plain } = request;
  // A form may ask for what the schema has no name for.
  const { isSecret, hasNames, isWhole } = secretsOf(plain ? { anyOf: [schema, plain] } : schema);
  if (isWhole || looksSecret(request.key)) return {};
  return Object.fromEntries(
    entries.flatMap(([view, draft]) => {
      const safe = hasNames && !isObject(draft) ? safeEntries(plain ?? schema, draft) : draft;
      if (safe === undefined) return [];
      try {
        return [[view, withoutSecrets(toJson(safe, 'A draft'), isSecret)]];
      } catch {
        return [];
      }
    }),
  );
}

/** An answer's words for other pages, and for this one after a reload: none if a part of it looks secret. */
export const toldReceipt = (item: ItemState, answer: Answer): Answer['receipt'] =>
  answer.receipt && (holdsSecret(item, answer) ? undefined : answer.receipt);

/** True for an answer of which a part looks secret. */
export function holdsSecret({ request }: ItemState, { result }: Answer): boolean {
  if (result?.action !== 'accept') return false;
  const given = { answer: result.content };
  return JSON.stringify(safeDrafts(request, given)) !== JSON.stringify(given);
}

/**
 * The entries of a form's draft, each `[id, name, entry]`, whose property holds no secret. Undefined for any other draft:
 * without names it might be the secret one.
 */
function safeEntries({ properties }: JsonObject, draft: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(draft) || !isObject(properties)) return undefined;
  const entries = draft.filter((entry: unknown) => {
    const name: unknown = Array.isArray(entry) && entry.length === 3 ? entry[1] : undefined;
    if (typeof name !== 'string' || !Object.hasOwn(properties, name) || looksSecret(name)) return false;
    const { hasNames, isWhole } = secretsOf({ items: properties[name] as JsonValue });
    return !hasNames && !isWhole;
  });
  return entries.length > 0 ? entries : undefined;
}
