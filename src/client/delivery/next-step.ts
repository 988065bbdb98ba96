/** What to do about a POST that did not come to its end. */
export type NextStep = 'resume' | 'attach' | 'send again' | 'give up';

/** All that the choice depends on. */
export interface Failure {
  /** What was under way. */
  readonly doing: 'start' | 'resume' | 'attach';
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
  /** The server has not said yet that it has the answer. */
  readonly isUnconfirmed: boolean;
  readonly server: KnownServer;
}

/** What is known of the server. */
export interface KnownServer {
  /** It names its streams and numbers their lines; undefined while nothing has come from it. */
  readonly resumes: boolean | undefined;
  readonly attaches: boolean;
  /** An answer that is sent again counts once. */
  readonly isIdempotent: boolean;
}

/** Choose so that nothing is lost and nothing counts twice. Pure. */
export function nextStep(failure: Failure): NextStep {
  const { doing, end } = failure;
  switch (end.kind) {
    case 'unsent':
      return sameAgain(doing);
    case 'unanswered':
      return afterSilence(failure);
    case 'broken':
      return failure.server.resumes === true ? 'resume' : afterLostStream(failure);
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
    return doing === 'start' && carries === 'answer' && !server.isIdempotent ? 'give up' : sameAgain(doing);
  }
  // The server has this very POST: something on the way delivered it twice.
  if (code === 'STREAM_IN_USE') return 'resume';
  if (code === 'STREAM_NOT_FOUND' && doing === 'resume') return afterLostStream(failure, true);
  return 'give up';
}

function afterSilence({ doing, carries, server }: Failure): NextStep {
  if (doing === 'resume') return 'resume';
  if (doing === 'attach' || carries === 'attach') return 'attach';
  if (server.isIdempotent && carries !== 'message') return 'send again';
  if (carries === 'message') return server.resumes === false ? 'give up' : 'resume';
  return server.resumes === true ? 'resume' : 'give up';
}

/** The stream cannot be read on. */
function afterLostStream(failure: Failure, knowsStreams = false): NextStep {
  const { carries, isUnconfirmed, server, doing } = failure;
  if (carries === 'answer' && isUnconfirmed && doing !== 'attach')
    return server.isIdempotent ? 'send again' : 'give up';
  if (carries === 'abort' && server.isIdempotent) return 'send again';
  return server.attaches || knowsStreams ? 'attach' : 'give up';
}

function sameAgain(doing: Failure['doing']): NextStep {
  return doing === 'start' ? 'send again' : doing;
}
