import { CodedError } from '../protocol/coded-error.ts';

/**
 * - `LINK_BAD_SECRET`: there is no secret, or one has fewer than 32 bytes.
 * - `LINK_BAD_URL`: the page's address is none, or its connection is not encrypted.
 * - `LINK_BAD_OPTION`: an option of a link, or of all links, is not one that can be kept.
 * - `LINK_TOO_LONG`: what a link holds makes it longer than mail programs and chats leave whole.
 * - `LINK_NEEDS_IDENTIFY`: the host judges each answer by its person, so a link must not stand for one.
 */
export type AnswerLinkErrorCode =
  | 'LINK_BAD_SECRET'
  | 'LINK_BAD_URL'
  | 'LINK_BAD_OPTION'
  | 'LINK_TOO_LONG'
  | 'LINK_NEEDS_IDENTIFY';

/** A link cannot be made as asked. */
export class AnswerLinkError extends CodedError<AnswerLinkErrorCode> {}
