/** What to do about a POST that did not come to its end. */
export type NextStep = 'send' | 'read on' | 'give up';

/** All that the choice depends on. */
export interface Failure {
  /** What was under way: the POST itself, or hearing what came of it. */
  readonly doing: 'send' | 'read on';
  readonly end:
    /** The transport was never called. */
    | { kind: 'unsent' }
    /** It was called, and nothing came back: the server may have it or not. */
    | { kind: 'unanswered' }
    /** The response had begun, and broke off. */
    | { kind: 'broken' }
    /** It has a line that is too long to read, and a retry would get the same line. */
    | { kind: 'unreadable' }
    | { kind: 'refused'; status: number; code: string };
  readonly carries: 'message' | 'answer' | 'abort' | 'attach';
  /** The server has named what the POST brought. */
  readonly isDelivered: boolean;
  readonly server: KnownServer;
}

/** What is known of the server. */
export interface KnownServer {
  /** What comes to it twice counts once, and it tells everything after a revision. */
  readonly isNumbered: boolean;
  /** An older one names its streams and numbers their lines; undefined while nothing has come from it. */
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
  // A proxy that got no answer: whether the server has the POST is not known.
  if (status === 502 || status === 504) return afterSilence(failure);
  if (status === 408 || status === 429 || status === 503 || code === 'BODY_CUT') {
    // Without a code it is a proxy that speaks, and it may have passed the POST on.
    if (code === 'HTTP_ERROR') return afterSilence(failure);
    // Refused before anything was done, as our servers mean it. Of others nobody knows.
    return carries === 'answer' && !server.isNumbered ? 'give up' : doing;
  }
  return 'give up';
}

function afterSilence({ carries, end, isDelivered, server }: Failure): NextStep {
  if (server.isNumbered) return isDelivered || carries === 'attach' ? 'read on' : 'send';
  // Before its first word a server may be of any kind: a message is asked after, and never sent a second time unasked.
  const mayKnow = carries === 'message' || carries === 'attach';
  if (end.kind !== 'broken' && mayKnow) return server.resumes === false ? 'give up' : 'read on';
  return server.resumes === true ? 'read on' : 'give up';
}
