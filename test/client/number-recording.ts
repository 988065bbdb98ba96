/** An answer that the recorded request carried. */
export interface CarriedAnswer {
  readonly elicitId: string;
  readonly callId: string;
  readonly sessionId: string;
  readonly result: { readonly action: string };
}

interface Recorded {
  readonly type: string;
  readonly [name: string]: unknown;
}

/**
 * Writes a recorded stream as our servers do. It was recorded from a server that numbers nothing and confirms an answer
 * by its next event.
 *
 * @param before - the revision that the conversation has so far
 */
export function numberRecording(recording: string, carried: readonly CarriedAnswer[], before = 0): string {
  const events = recording
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { event: Recorded }).event);
  const unsettled = new Map(carried.map((answer) => [answer.elicitId, answer]));
  let text = '';
  const settled = (takes: (answer: CarriedAnswer) => boolean) =>
    [...unsettled.values()].filter(takes).map(({ sessionId, callId, elicitId, result }): Recorded => {
      unsettled.delete(elicitId);
      return { type: 'plugin_elicit_settled', sessionId, callId, elicitId, action: result.action };
    });
  const told = events.flatMap((event): readonly Recorded[] => {
    switch (event.type) {
      case 'debug_marker':
      case 'conversation_state':
        return [];
      case 'text':
        text += event['content'] as string;
        return [...settled(() => true), event];
      case 'plugin_elicit_request':
        return [
          ...settled(({ callId, elicitId }) => callId === event['callId'] && elicitId !== event['elicitId']),
          event,
        ];
      case 'tool_calls':
        text = '';
        return [event];
      case 'tool_result':
      case 'tool_error':
        return [...settled(({ callId }) => callId === event['id']), event];
      case 'plugin_session_error':
        // What it no longer knows, it has not taken.
        for (const { elicitId, callId } of carried) if (callId === event['callId']) unsettled.delete(elicitId);
        return [event];
      case 'complete': {
        const content = text === '' ? ((event['text'] as string | undefined) ?? '') : text;
        const words = { type: 'messages', messages: [{ role: 'assistant', content }] };
        return [...settled(() => true), ...(content === '' ? [] : [words]), event];
      }
      default:
        return [event];
    }
  });
  let revision = before;
  const lines = told.map((event) => (event.type === 'session_info' ? { event } : { revision: ++revision, event }));
  return [...lines, { event: { type: 'end' } }].map((line) => `${JSON.stringify(line)}\n`).join('');
}
