/**
 * Links under which people answer who are away, and the page behind them, which needs no script and no account.
 *
 * @module elicitkit/links
 */

export {
  answerLinks,
  type AnswerLinkLimits,
  type AnswerLinks,
  type AnswerLinksOptions,
  type LinkOptions,
} from './links/answer-links.ts';
export type { QuestionDesk } from './links/answer-desk.ts';
export type { AnswerLinkError, AnswerLinkErrorCode } from './links/errors.ts';
export type { LinkSecret } from './links/link-seal.ts';
export type { IdentifyVisitor } from './links/visit-link.ts';
