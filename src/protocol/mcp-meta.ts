import type { ElicitIssue } from './elicit-request.ts';

/** What an elicitation says in `_meta` besides what MCP knows. Clients that do not know these names ignore them. */
export const mcpMeta = {
  /** The question's data, as an object. */
  context: 'elicitkit/context',
  /** Which of the tool's questions it is. */
  key: 'elicitkit/key',
  tool: 'elicitkit/tool',
  /** How often the question was asked, from 1. */
  attempt: 'elicitkit/attempt',
  /** What was wrong with the last answer: a list of `ElicitIssue`. */
  issues: 'elicitkit/issues',
  /** The question's own text, if `message` says more for clients that show nothing else. */
  message: 'elicitkit/message',
  /** What a card shows beside the answer, in text, if `message` says it, too. */
  words: 'elicitkit/words',
  /** The answer is no object: it is this field of `content`. */
  bare: 'elicitkit/bare',
  /** The refused answer, to an app of ours: its host opens it anew, and the card starts with this. */
  draft: 'elicitkit/draft',
  /** In an answer's content: the JSON of what a flat form cannot carry. */
  rest: 'elicitkit/rest',
  /** In a request: names the call, so that a first leg that comes again begins no second one. */
  call: 'elicitkit/call',
  /** The question's name, for clients that can change answers. */
  id: 'elicitkit/id',
  /** This is no question, but says that the answer to the one with this name can be changed: with the answer to this. */
  revises: 'elicitkit/revises',
  /** What came of a change: `ChangeNews`. */
  revised: 'elicitkit/revised',
  /** In a result, `true`: the server does not know the call any more, so the request's answers reached nobody. */
  lost: 'elicitkit/lost',
} as const;

/** The experimental capability of a client that lets the person change answers. */
export const changeCapability = 'elicitkit/change';

/** What came of a change: another answer counts, unless `kept` says why not. */
export interface ChangeNews {
  /** The names of the questions that count no more. */
  readonly gone?: readonly string[] | undefined;
  /** `stuck`: something could not be undone, so the earlier answer counts, and the call goes on after what stands. */
  readonly kept?: 'late' | 'invalid' | 'stuck' | undefined;
  /** What was wrong with the new answer. */
  readonly issues?: readonly ElicitIssue[] | undefined;
}
