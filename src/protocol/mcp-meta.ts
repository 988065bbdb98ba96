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
  /** The answer is no object: it is this field of `content`. */
  bare: 'elicitkit/bare',
  /** In a request: names the call, so that a first leg that comes again begins no second one. */
  call: 'elicitkit/call',
} as const;
