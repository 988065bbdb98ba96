import type { Operation } from 'effection';
import type { ElicitIssue } from '../src/protocol/elicit-request.ts';
import type { BridgeElicit } from '../src/runtime/bridge-event.ts';
import type { Asker } from '../src/session/attend.ts';
import type { MockClient } from '../src/testing.ts';
import type { QueuedHost } from './queued-host.ts';

/** Answer what a host asks by the script of a mock client. Runs until it is halted. */
export function* answerByScript(host: QueuedHost, client: MockClient): Operation<never> {
  const asker = client.askerFor(undefined);
  for (;;) {
    const { value: event } = yield* host.events.next();
    if (event.type === 'elicit') yield* answer(event, asker);
    if (event.type === 'sample') event.respond(yield* asker.sample!(event, () => undefined));
    if (event.type === 'log' || event.type === 'progress') asker.tell(event);
  }
}

function* answer(event: BridgeElicit, asker: Asker): Operation<void> {
  const { elicitId, seq, message, context, url, question } = event;
  const schema = { ...question.json, 'x-model-context': context };
  const about = { sessionId: 'call', callId: 'call', toolName: 'tool', elicitId, key: question.key, seq };
  let issues: readonly ElicitIssue[] | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const result = (yield* asker.ask({ ...about, message, schema, attempt, issues, url }))!;
    const checked = yield* event.check(result, { via: 'server' });
    if (checked.ok) {
      asker.closed?.({ type: 'elicit_settled', elicitId, action: result.action });
      yield* event.settle(checked.settlement);
      return;
    }
    ({ issues } = checked);
  }
}
