/** What to do about a POST that did not finish. */
export type NextStep = 'send' | 'read on' | 'give up';

/** Everything the choice depends on. */
export interface Failure {
  /** What was in progress: the POST itself, or reading on afterwards. */
  readonly doing: 'send' | 'read on';
  readonly end:
    /** The transport was never called. */
    | { kind: 'unsent' }
    /** It was called but got no response: the server may or may not have the POST. */
    | { kind: 'unanswered' }
    /** The response began, then broke off. */
    | { kind: 'broken' }
    /** A line was too long to read, and a retry would get it again. */
    | { kind: 'unreadable' }
    | { kind: 'refused'; status: number; code: string };
  readonly carries: 'message' | 'answer' | 'abort' | 'attach' | 'call';
  /** The server has named what the POST carried. */
  readonly isDelivered: boolean;
  readonly server: KnownServer;
}

/** What the client knows about the server. */
export interface KnownServer {
  /** The server has revisions: it ignores duplicates and can tell everything after a revision. */
  readonly isNumbered: boolean;
  /** A server without revisions can resume its streams. Undefined before its first response. */
  readonly resumes: boolean | undefined;
}

/** Choose so that nothing is lost and nothing counts twice. Pure. */
export function nextStep(failure: Failure): NextStep {
  const { doing, end } = failure;
  switch (end.kind) {
    case 'unsent':
      return doing;
    case 'unanswered':
    case 'broken':
      return afterSilence(failure);
    case 'unreadable':
      return 'give up';
    case 'refused':
      return afterRefusal(failure, end);
  }
}

function afterRefusal(failure: Failure, { status, code }: { status: number; code: string }): NextStep {
  const { doing, carries, server } = failure;
  // A proxy got no answer: the server may or may not have the POST.
  if (status === 502 || status === 504) return afterSilence(failure);
  if (status === 408 || status === 429 || status === 503 || code === 'BODY_CUT') {
    // Without a code the refusal comes from a proxy, which may have passed the POST on.
    if (code === 'HTTP_ERROR') return afterSilence(failure);
    // Our servers refuse this before they do anything. Other servers might not.
    return carries === 'answer' && !server.isNumbered ? 'give up' : doing;
  }
  return 'give up';
}

function afterSilence({ carries, end, isDelivered, server }: Failure): NextStep {
  // A call has a name, and an older server ignores it: it can always be sent again.
  if (server.isNumbered || carries === 'call') return isDelivered || carries === 'attach' ? 'read on' : 'send';
  // Before the first response the server's kind is unknown. Ask what became of a message; never send it twice unasked.
  const mayKnow = carries === 'message' || carries === 'attach';
  if (end.kind !== 'broken' && mayKnow) return server.resumes === false ? 'give up' : 'read on';
  return server.resumes === true ? 'read on' : 'give up';
}
