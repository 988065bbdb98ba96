import * as z from 'zod';
import { list, shortId, shortName } from './wire-schemas.ts';

/** A person, as the host identifies them. */
export interface Person {
  /** Never changes, and names nobody else. */
  readonly id: string;
  /** For people to read. @default none */
  readonly name?: string | undefined;
  /** What they are, such as `manager`. Questions can be asked to a role. @default none */
  readonly roles?: readonly string[] | undefined;
}

/** A person as the host says it. A `role` would count for nothing, so its type says what to write. */
export type IdentifiedPerson = Person & { readonly role?: 'Write roles: [role]' };

/** The person who gave an answer. */
export type Answerer = Pick<Person, 'id' | 'name'>;

/**
 * Where an answer was given: on a page of the conversation, on the page of a link, in an inbox, in a host of MCP, at a
 * terminal, or by code of the server.
 */
export type AnswerVia = 'page' | 'link' | 'inbox' | 'mcp' | 'terminal' | 'server';

/** Read what a host says of a person, which may be anything. @returns undefined if that names nobody */
export function readPerson(given: unknown): Person | undefined {
  if (typeof given === 'string') return given === '' ? undefined : { id: given };
  if (typeof given !== 'object' || given === null) return undefined;
  const { id, name, roles } = given as Partial<Person>;
  if (typeof id !== 'string' || id === '' || (name !== undefined && typeof name !== 'string')) return undefined;
  if (roles !== undefined && !(Array.isArray(roles) && roles.every((role) => typeof role === 'string')))
    return undefined;
  return { id, ...(name !== undefined && { name }), ...(roles !== undefined && { roles }) };
}

/** Read a person, as the host says it. @throws {TypeError} that begins with `wrong`, for what names nobody */
export function requirePerson(given: unknown, wrong: string): Person {
  const person = readPerson(given);
  if (person !== undefined) return person;
  throw new TypeError(`${wrong} Give an id that is not empty, or { id, name: 'Ada', roles: ['manager'] }.`);
}

/** Read who answers. Undefined is somebody whom the host did not identify. @throws {TypeError} for what names nobody */
export function readAnswerer(given: unknown): Person | undefined {
  return given === undefined ? given : requirePerson(given, 'by names nobody, so this answer does not count.');
}

/** Who gave an answer, and where. */
export interface AnswerSource {
  /** Undefined for somebody whom the host did not identify. */
  readonly by?: Answerer | undefined;
  readonly via: AnswerVia;
}

/** Whom a question is for: a person, or whoever has a role. */
export interface Addressee {
  /** Absent in what the page of the conversation hears. */
  readonly id?: string | undefined;
  readonly role?: string | undefined;
  /** The person's name, to be shown. */
  readonly name?: string | undefined;
}

/** Whom a question is for, if not the person of the conversation. */
export interface AskedTo {
  readonly who: readonly Addressee[];
  /** That person is named, too, and so is asked on their page. Absent in what a page hears. */
  readonly withOwner?: true | undefined;
  /** The person whom the call acts for may not answer. Absent in what a page hears. */
  readonly notOwner?: true | undefined;
  /** That person does not see what is asked. Absent in what a page hears. */
  readonly hidden?: true | undefined;
  /** When it was first asked, in milliseconds since the Unix epoch. Absent in what a page hears. */
  readonly at?: number | undefined;
}

/** Somebody else, as far as they are told. */
export const toldPersonSchema: z.ZodType<{ name?: string | undefined } | undefined> = z
  .object({ name: shortName.optional() })
  .optional();

/** How many a question may be for. */
export const mostAddressees = 20;

/** What the page of a conversation hears of whom a question is for. */
export const askedToSchema: z.ZodType<AskedTo> = z.object({
  who: list(z.object({ role: shortId.optional(), name: shortName.optional() }), mostAddressees),
});
