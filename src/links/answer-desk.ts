import type { PluginElicitResponse } from '../protocol/chat-request.ts';
import type { InboxAnswered, OpenedQuestion, QuestionPlace } from '../protocol/inbox.ts';
import type { AnswerVia, Person } from '../protocol/person.ts';

/** Where questions are opened and answered in somebody's name, such as the `inbox` of a chat handler. */
export interface QuestionDesk {
  /** The host judges each answer by its person, with `mayAnswer`. */
  readonly judges: boolean;
  /** Give a question to somebody whom it is for. To everybody else it is gone. */
  open(who: Person, place: QuestionPlace): Promise<OpenedQuestion>;
  /** Answer a question in this person's name. */
  answer(who: Person, response: PluginElicitResponse, via: AnswerVia): Promise<InboxAnswered>;
}
