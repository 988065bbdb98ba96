import { readPerson, type IdentifiedPerson } from '../protocol/person.ts';
import { answerByLink, askByLink, type LinkVisit } from './answer-by-link.ts';
import type { QuestionDesk } from './answer-desk.ts';
import { expiredPage, failedPage, gonePage, refusedPage, signInPage } from './last-pages.ts';
import type { LinkSeal, LinkTicket } from './link-seal.ts';
import { pageResponse, type Page } from './page.ts';
import { readPosted, type PostLimits } from './read-posted.ts';
import { acceptedLocale, wordsFor } from './words.ts';

/** Says who is calling. Undefined for somebody who is not signed in. */
export type IdentifyVisitor = (
  request: Request,
) => IdentifiedPerson | string | undefined | Response | Promise<IdentifiedPerson | string | undefined | Response>;

/** What a visit needs. */
export interface LinkHouse extends PostLimits {
  readonly chat: QuestionDesk;
  readonly seal: LinkSeal;
  readonly identify: IdentifyVisitor | undefined;
  readonly onError: (error: unknown) => void;
}

/** The parameter of a link that holds its token. */
export const tokenParameter = 't';

/** Answer a request to the page of a link. */
export async function visitLink(request: Request, house: LinkHouse): Promise<Response> {
  const isHead = request.method === 'HEAD';
  const token = new URL(request.url).searchParams.get(tokenParameter) ?? '';
  const ticket = await house.seal.open(token);
  // Somebody without a link learns nothing: the page is the same, whatever is wrong with theirs.
  const words = wordsFor(ticket?.locale ?? acceptedLocale(request.headers.get('accept-language')));
  if (ticket === undefined) return await pageResponse(gonePage(words), isHead);
  if (Date.now() >= ticket.expiresAt) return await pageResponse(expiredPage(words), isHead);
  try {
    const { chat, identify, onError } = house;
    const who = await visitorOf(request, house, ticket);
    if (who instanceof Response) return who;
    const visit = who && { chat, ticket, token, words, who, onError, isKnown: identify !== undefined };
    return await pageResponse(visit ? await pageFor(request, house, visit) : signInPage(words, ticket), isHead);
  } catch (error) {
    house.onError(error);
    return await pageResponse(failedPage(words), isHead);
  }
}

/** Without `identify`, the holder of a link stands for its person. Otherwise only that person does. */
async function visitorOf(request: Request, { identify }: LinkHouse, { as }: LinkTicket) {
  if (identify === undefined) return as;
  const said = await identify(request);
  if (said instanceof Response) return said;
  const person = readPerson(said);
  return person?.id === as.id ? person : undefined;
}

async function pageFor(request: Request, house: LinkHouse, visit: LinkVisit): Promise<Page> {
  const { method } = request;
  if (method === 'GET' || method === 'HEAD') return await askByLink(visit);
  if (method !== 'POST') return refusedPage({ status: 405, headers: { allow: 'GET, HEAD, POST' } }, visit.words);
  const posted = await readPosted(request, house);
  return posted instanceof URLSearchParams ? await answerByLink(visit, posted) : refusedPage(posted, visit.words);
}
