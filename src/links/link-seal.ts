import { createTextSeal, leastSecretBytes, secretBytes } from '../base/text-seal.ts';
import type { QuestionPlace } from '../protocol/inbox.ts';
import type { JsonValue } from '../protocol/json.ts';
import type { Person } from '../protocol/person.ts';
import { AnswerLinkError } from './errors.ts';

/** What a link holds: a question, and the person for whom the link was made. */
export interface LinkTicket {
  readonly place: QuestionPlace;
  readonly as: Person;
  readonly locale: string;
  readonly timeZone: string;
  /** When it ends, in milliseconds since the Unix epoch. */
  readonly expiresAt: number;
  /** The answer with which the page starts. @default none */
  readonly start?: JsonValue | undefined;
}

/** Writes tickets so that nobody can read, change or make one. */
export type LinkSeal = ReturnType<typeof createLinkSeal>;

/** A secret of links: at least 32 random bytes, or text that was made of as many. */
export type LinkSecret = string | Uint8Array;

/**
 * Make the seal of all links.
 *
 * @param given - the first one seals, all of them open
 * @throws {AnswerLinkError} `LINK_BAD_SECRET`
 */
export function createLinkSeal(given: LinkSecret | readonly LinkSecret[]) {
  const secrets: readonly unknown[] = Array.isArray(given) ? given : [given];
  const ring = secrets.map((secret) => createTextSeal(readSecret(secret), 'answer link 1'));
  const [newest] = ring;
  if (newest === undefined) throw badSecret('There is no secret for answer links.');
  return {
    seal({ place: { callId, elicitId }, as: { id, name, roles }, locale, timeZone, expiresAt, start }: LinkTicket) {
      const packed: Packed = [callId, elicitId, id, name ?? 0, roles ?? 0, locale, timeZone, expiresAt];
      return newest.seal(JSON.stringify(start === undefined ? packed : [...packed, start]), about);
    },
    /** @returns undefined for what is no ticket of these secrets. One that has ended is still read: look at its time */
    async open(token: string): Promise<LinkTicket | undefined> {
      if (token.length > longestLink) return undefined;
      const tried = await Promise.all(ring.map((seal) => seal.open(token, about)));
      const text = tried.find((opened) => opened !== undefined);
      if (text === undefined) return undefined;
      // What was authenticated is what `seal` wrote. It needs no other check.
      const [callId, elicitId, id, name, roles, locale, timeZone, expiresAt, start] = JSON.parse(text) as Packed;
      const as = { id, ...(name !== 0 && { name }), ...(roles !== 0 && { roles }) };
      return { place: { callId, elicitId }, as, locale, timeZone, expiresAt, start };
    },
  };
}

/** Without names, so that a link stays short. */
type Packed = [
  callId: string,
  elicitId: string,
  id: string,
  name: string | 0,
  roles: readonly string[] | 0,
  locale: string,
  timeZone: string,
  expiresAt: number,
  start?: JsonValue,
];

/** Authenticated with each ticket. Change the number when what a ticket holds changes. */
const about = 'ticket 1';

/** No link of ours is longer, in characters. */
export const longestLink = 1500;

function readSecret(secret: unknown): Uint8Array<ArrayBuffer> {
  const isSecret = typeof secret === 'string' || secret instanceof Uint8Array;
  if (!isSecret)
    throw badSecret(`A secret for answer links has the type ${typeof secret}: is its environment variable set?`);
  const bytes = secretBytes(secret);
  if (bytes === undefined) throw badSecret('A secret for answer links has too few bytes.');
  return bytes;
}

function badSecret(what: string): AnswerLinkError {
  const next = `Pass ${leastSecretBytes} bytes or more, the same in every process. Make them with: openssl rand -base64 32`;
  return new AnswerLinkError('LINK_BAD_SECRET', `${what} ${next}`);
}
