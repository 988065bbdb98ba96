/** The texts for problems with a question. For an error code of your own server, add a text under that code. */
export type ProblemMessages = OwnProblems & Readonly<Record<string, string>>;

interface OwnProblems {
  /** The question's handler or component failed. */
  readonly notShown: string;
  /** What a question needs could not be fetched. Some engines fetch it again only after a reload. */
  readonly notLoaded: string;
  readonly noForm: string;
  readonly unfit: string;
  readonly offline: string;
  readonly unreachable: string;
  /** The server's response broke off. */
  readonly cut: string;
  readonly unconfirmed: string;
  readonly unknown: string;
  readonly closed: string;
  readonly signIn: string;
  readonly tooLarge: string;
  readonly refused: string;
  /** A temporary problem: trying again may help. */
  readonly busy: string;
}

/** Choose the text for a problem: by its code, else by its HTTP status. */
export function problemText(
  words: ProblemMessages,
  { code, status }: { readonly code: string; readonly status?: number | undefined },
): string {
  const own = Object.hasOwn(words, code) ? words[code] : undefined;
  return own ?? words[byCode.get(code) ?? ofStatus(status)];
}

const byCode = new Map<string, keyof OwnProblems>([
  ['PART_NOT_LOADED', 'notLoaded'],
  ['HANDLER_FAILED', 'notShown'],
  ['HANDLER_RETURNED_NOTHING', 'notShown'],
  ['HANDLER_RETURNED_NONSENSE', 'notShown'],
  ['COMPONENT_CRASHED', 'notShown'],
  ['CONTENT_INVALID', 'unfit'],
  ['NO_HANDLER', 'noForm'],
  ['CONTEXT_INVALID', 'noForm'],
  ['OFFLINE', 'offline'],
  ['NO_ENDPOINT', 'unreachable'],
  ['NETWORK_FAILED', 'unreachable'],
  ['STREAM_CUT', 'cut'],
  ['LINE_TOO_LONG', 'cut'],
  ['ANSWER_NOT_CONFIRMED', 'unconfirmed'],
  ['SESSION_NOT_FOUND', 'unknown'],
  ['CLIENT_CLOSED', 'closed'],
]);

function ofStatus(status = 0): keyof OwnProblems {
  if (status === 401 || status === 403) return 'signIn';
  if (status === 413) return 'tooLarge';
  // The other 4xx statuses are permanent; these are temporary.
  const isOfTheMoment = status === 408 || status === 425 || status === 429;
  return status >= 400 && status < 500 && !isOfTheMoment ? 'refused' : 'busy';
}
