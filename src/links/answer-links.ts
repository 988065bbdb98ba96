import { readLimitsOver } from '../base/read-limits.ts';
import { contentBytesOf, defaultBytes, defaultPatience } from '../protocol/bounds.ts';
import type { QuestionPlace } from '../protocol/inbox.ts';
import type { JsonValue } from '../protocol/json.ts';
import { readPerson, type Person } from '../protocol/person.ts';
import { isOwnDevice, urlOf } from '../protocol/url-of.ts';
import { isTimeZone } from '../words/time-zone.ts';
import type { QuestionDesk } from './answer-desk.ts';
import { AnswerLinkError } from './errors.ts';
import { createLinkSeal, longestLink, type LinkSecret } from './link-seal.ts';
import { tokenParameter, visitLink, type IdentifyVisitor } from './visit-link.ts';

/** Options of `answerLinks`. */
export interface AnswerLinksOptions {
  /** Where the questions are. */
  readonly chat: QuestionDesk;
  /**
   * At least 32 random bytes, or text that was made of as many, the same in every process. Of several, the first one
   * signs and all of them open: to rotate, put the new one last everywhere, then first, and remove the old one when its
   * links have ended.
   */
  readonly secret: LinkSecret | readonly LinkSecret[];
  /** The address of the page: where `handle` answers, such as `https://shop.example/answer`. */
  readonly url: string | URL;
  /**
   * Says who is calling. A link then answers only for the person for whom it was made, and only if they are signed in. A
   * `Response`, such as one that leads to the sign-in, is sent as it is.
   *
   * @default whoever holds a link may answer, once
   */
  readonly identify?: IdentifyVisitor | undefined;
  /** Hears of what failed while a page was made: the person is asked to try again. @default nobody hears */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Limits of what a page may send. */
  readonly limits?: Partial<AnswerLinkLimits> | undefined;
}

/** Limits of what a page may send. */
export interface AnswerLinkLimits {
  /** The `bytes` of the server, of which an answer may have a quarter. @default 1048576 */
  readonly bytes: number;
  /** The `patience` of the server: what a page sends may take twice as long to arrive. @default 30000 */
  readonly patience: number;
}

/** Options of a link. */
export interface LinkOptions {
  /** For whom it is made. The answer counts in their name, with the roles that they have here. */
  readonly as: Person;
  /** The language of the page: German, Arabic, or English for all others. @default 'en' */
  readonly locale?: string | undefined;
  /** Where the times on the page are, such as `Europe/Berlin`. @default 'UTC' */
  readonly timeZone?: string | undefined;
  /** How long it leads to the question, in milliseconds. @default 604800000, a week */
  readonly expiresIn?: number | undefined;
  /**
   * An answer that the page has filled in already, which the person may change: to the question's `plain`, if it has one.
   *
   * @default none
   */
  readonly start?: JsonValue | undefined;
}

/** Links under which people answer who are away, and the page behind them. */
export interface AnswerLinks {
  /**
   * Make a link to a question for one person. Whoever holds it can answer, so send it to nobody else. It ends when the
   * question does, or is for somebody else, and after `expiresIn`. It stays when an answer is refused.
   *
   * @param place - names the question, as an event, an inbox or a request does
   * @throws {AnswerLinkError} `LINK_BAD_OPTION`, or `LINK_TOO_LONG` for more than 1,500 characters
   */
  link(place: QuestionPlace, options: LinkOptions): Promise<string>;
  /** Answer a request to the page: mount it at `url`. Only a POST answers the question; GET shows it. */
  handle(request: Request): Promise<Response>;
}

/**
 * Let people answer under a link, on a page that needs no script and no account.
 *
 * @throws {AnswerLinkError} `LINK_BAD_SECRET`, `LINK_BAD_URL`, or `LINK_NEEDS_IDENTIFY` where the host has `mayAnswer` and
 *   `identify` is missing
 * @example
 * const links = answerLinks({ chat: chat.inbox, secret, url: 'https://shop.example/answer' });
 * const href = await links.link({ callId, elicitId }, { as: { id: 'bo', roles: ['manager'] } });
 */
export function answerLinks(options: AnswerLinksOptions): AnswerLinks {
  const { chat, secret, url, identify, onError = () => undefined, limits } = options;
  const page = readUrl(url);
  const tell = (error: unknown) => void (async () => onError(error))().catch(console.error);
  const seal = createLinkSeal(secret);
  if (chat.judges && identify === undefined) {
    const next = 'Pass identify to answerLinks, so that only the person who is signed in answers.';
    const what = 'The host judges each answer by its person (mayAnswer), and a link does not prove who holds it.';
    throw new AnswerLinkError('LINK_NEEDS_IDENTIFY', `${what} ${next}`);
  }
  const { bytes, patience } = readLimitsOver(defaultLinkLimits, limits);
  const bounds = { bytes: contentBytesOf(bytes), patience };
  return {
    async link({ callId, elicitId }, { as, locale = 'en', timeZone = 'UTC', expiresIn = week, start }) {
      const person = readPerson(as);
      if (person === undefined) throw badOption('as names nobody', "Pass { id, name: 'Bo', roles: ['manager'] }");
      if (!isTimeZone(timeZone)) throw badOption('timeZone is none', 'Pass a name such as Europe/Berlin');
      if (!(expiresIn > 0)) throw badOption('expiresIn is no time to come', 'Pass milliseconds');
      // JSON knows no `Infinity`.
      const expiresAt = Math.min(Date.now() + expiresIn, Number.MAX_SAFE_INTEGER);
      const place = { callId, elicitId };
      const token = await seal.seal({ place, as: person, locale, timeZone, expiresAt, start });
      const link = new URL(page);
      link.searchParams.set(tokenParameter, token);
      if (link.href.length <= longestLink) return link.href;
      const what = `This link has ${link.href.length} characters; mail and chat programs keep ${longestLink} whole.`;
      throw new AnswerLinkError('LINK_TOO_LONG', `${what} Give the person fewer or shorter roles, or start with less.`);
    },
    handle: (request) =>
      visitLink(request, { chat, seal, identify, onError: tell, limits: bounds, origin: page.origin }),
  };
}

const defaultLinkLimits: AnswerLinkLimits = { bytes: defaultBytes, patience: defaultPatience };

const week = 604_800_000;

function readUrl(given: string | URL): URL {
  const url = urlOf(String(given));
  const isPage = url?.protocol === 'https:' || (url?.protocol === 'http:' && isOwnDevice(url.hostname));
  if (url === undefined || !isPage) {
    const next = 'Pass the whole address, such as https://shop.example/answer. http: is for localhost alone.';
    throw new AnswerLinkError('LINK_BAD_URL', `"${String(given)}" cannot be the page of answer links. ${next}`);
  }
  url.hash = '';
  return url;
}

function badOption(what: string, next: string): AnswerLinkError {
  return new AnswerLinkError('LINK_BAD_OPTION', `This link cannot be made: ${what}. ${next}.`);
}
