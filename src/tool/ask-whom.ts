import { CodedError } from '../protocol/coded-error.ts';
import { mostAddressees, type Addressee, type AskedTo } from '../protocol/person.ts';

/** Whom a question is for: a person by their id, as `identify` gives it, or everybody who has a role. */
export type Recipient =
  | string
  | {
      readonly id: string;
      /** For others to read: "Waiting for Bo". @default none */
      readonly name?: string | undefined;
    }
  | { readonly role: string };

/** Options of a question that somebody else may have to answer. */
export interface AskWhom {
  /**
   * Who may answer: any one of these. The page of the conversation shows whom the question waits for, and its person may
   * withdraw it.
   *
   * @default the person for whom the call runs
   */
  to?: Recipient | readonly Recipient[] | undefined;
  /** With `to`: the person for whom the call runs may not answer, whatever their roles. @default false */
  notOwner?: boolean | undefined;
  /** With `to`: that person sees neither the message nor the context. @default false */
  hidden?: boolean | undefined;
}

/** A question is for nobody, or nobody can tell for whom. */
export class ElicitToError extends CodedError<'ELICIT_TO_INVALID'> {
  constructor(where: string, problem: string) {
    super('ELICIT_TO_INVALID', `${where}: ${problem}`);
  }
}

/**
 * Read whom a question is for.
 *
 * @returns undefined if it is for the person for whom the call runs
 * @throws {ElicitToError} for what names nobody
 */
export function readAskWhom(where: string, { to, notOwner, hidden }: AskWhom): AskedTo | undefined {
  if (to === undefined) {
    const lone = notOwner === true ? 'notOwner' : hidden === true ? 'hidden' : undefined;
    if (lone === undefined) return undefined;
    throw new ElicitToError(where, `${lone} says nothing without to. Write whom the question is for.`);
  }
  const given: readonly unknown[] = Array.isArray(to) ? to : [to];
  if (given.length === 0 || given.length > mostAddressees) {
    const problem = `to names ${given.length} recipients. Name 1 to ${mostAddressees}, or a role that more people have.`;
    throw new ElicitToError(where, problem);
  }
  const who = given.map((one) => readRecipient(where, one));
  return { who, ...(notOwner === true && { notOwner }), ...(hidden === true && { hidden }) };
}

/** Whether the same people may answer. Their names are for others to read. */
export function isSameWhom(one: AskedTo | undefined, other: AskedTo | undefined): boolean {
  const peopleIn = (to: AskedTo | undefined) =>
    JSON.stringify(to && [to.who.map(({ id, role }) => [id, role]), to.notOwner === true]);
  return peopleIn(one) === peopleIn(other);
}

function readRecipient(where: string, given: unknown): Addressee {
  const recipient = typeof given === 'string' ? { id: given } : given;
  if (typeof recipient === 'object' && recipient !== null) {
    const { id, name, role, ...others } = recipient as Addressee;
    if (Object.keys(others).length > 0) throw new ElicitToError(where, `to takes no "${Object.keys(others)[0]}".`);
    if (isAskable(id) && role === undefined && (name === undefined || isAskable(name))) {
      return name ? { id, name } : { id };
    }
    if (isAskable(role) && id === undefined && name === undefined) return { role };
  }
  throw new ElicitToError(where, "to holds what names nobody. Write an id, { id, name }, or { role: 'manager' }.");
}

/** Whether an id or a role can stand in `to`. Stores find questions by these, and take no halves of characters. */
export const isAskable = (given: unknown): given is string =>
  typeof given === 'string' && given !== '' && given.length <= 200 && !/[\p{Cc}\p{Cs}]/u.test(given);
