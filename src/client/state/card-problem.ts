import type { Problem } from '../client-error.ts';

/** A problem as a question's card tells it: in words of ours, whatever a handler, a tool or a server said. */
export function cardProblem({ code, status }: Problem): Problem {
  const message = (Object.hasOwn(byCode, code) ? byCode[code] : undefined) ?? ofStatus(status);
  return { code, message, ...(status !== undefined && { status }) };
}

const notShown = 'This question could not be shown.';
const noForm = 'This app has no form for this question.';
const busy = 'The server could not take it just now. Try again.';

const byCode: Readonly<Record<string, string>> = {
  HANDLER_FAILED: notShown,
  HANDLER_RETURNED_NOTHING: notShown,
  HANDLER_RETURNED_NONSENSE: notShown,
  COMPONENT_CRASHED: notShown,
  CONTENT_INVALID: 'The answer does not fit this question, so it was not sent.',
  NO_HANDLER: noForm,
  CONTEXT_INVALID: noForm,
  OFFLINE: 'There is no network. It is sent as soon as there is one.',
  NETWORK_FAILED: 'The server could not be reached. Try again.',
  STREAM_CUT: 'The server’s answer broke off before its end. Try again.',
  ANSWER_NOT_CONFIRMED: 'The server did not say that it has the answer. Send it again.',
  SESSION_NOT_FOUND: 'The server no longer knows this question.',
  CLIENT_CLOSED: 'This conversation was closed here. Reload the page to go on.',
};

function ofStatus(status: number | undefined): string {
  if (status === 401 || status === 403) return 'The server did not let you answer. You may have to sign in again.';
  if (status === 413) return 'The answer is too large to be sent.';
  // What is wrong with a request stays wrong; these are about the moment.
  const isOfTheMoment = status === 408 || status === 425 || status === 429;
  if (status !== undefined && status >= 400 && status < 500 && !isOfTheMoment) return 'The server refused the answer.';
  return busy;
}
