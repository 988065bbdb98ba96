import type { Operation } from 'effection';
import { byteLength } from '../base/byte-length.ts';
import { CodedError } from '../protocol/coded-error.ts';
import type { JsonValue } from '../protocol/json.ts';
import type { BridgeElicit } from '../runtime/bridge-event.ts';
import { fingerprint, valueOf } from '../runtime/journal.ts';
import { jsonOf } from '../runtime/step-json.ts';
import { checkWithin } from './call-answers.ts';
import { findPending } from './call-entry.ts';
import type { InnerCall } from './call.ts';
import { cameFor, cameKey, openWaitOf, type Asked, type ResolveOutcome } from './wait-tokens.ts';

/** A value for a wait cannot be kept. */
export class WaitValueError extends CodedError<'WAIT_VALUE'> {
  constructor(problem: string) {
    super('WAIT_VALUE', `The value for a wait ${problem}`);
  }
}

/** Brings values to the waits of a call. */
export function createCallWaits(call: InnerCall) {
  const { record, limits, news, answers, runs, goingBack } = call;
  const { entry } = record;
  const came = (asked: Asked) => cameFor(record.way.now(), asked);
  const check = (asking: BridgeElicit, content: unknown) =>
    checkWithin(call, asking, { action: 'accept', content }, { via: 'server' });

  function* resolveNow(token: string, value: JsonValue): Operation<ResolveOutcome> {
    yield* goingBack.settled();
    if (call.state() === 'over') yield* call.concluded();
    const known = openWaitOf(record.remains(), token);
    if ('outcome' in known) {
      // An outcome that is not kept is none.
      yield* news.kept(news.tell([]));
      return known;
    }
    const { waits } = known;
    const pending = findPending(entry, waits);
    if (pending === undefined) return yield* keep(waits, value);
    const found = yield* runs.askingOf(waits);
    const checked = found && (yield* check(found.asking, value));
    if (checked?.ok === false) return { outcome: 'invalid', issues: checked.issues };
    if (checked?.ok === true && (yield* answers.settle(waits, checked.settlement))) return { outcome: 'recorded' };
    // Something else has closed it.
    return yield* resolveNow(token, value);
  }

  /** Keep a value until its wait begins. Questions that end with it do so now. */
  function* keep(waits: string, value: JsonValue): Operation<ResolveOutcome> {
    const outcome = { ok: true, value } as const;
    yield* call.append({ key: cameKey(waits), kind: 'came', name: '', hash: fingerprint(null), outcome });
    const opened = entry.pending.find(({ until }) => until === waits);
    if (opened !== undefined) yield* answers.settle(opened.elicitId, accepted);
    return { outcome: 'early' };
  }

  return {
    /** @throws {WaitValueError} for a value that JSON cannot hold, or that is too large */
    resolve: (token: string, value: unknown) => resolveNow(token, readWaitValue(value, limits.contextBytes)),
    /** A value for this question or wait came before. */
    has: (asked: Asked) => came(asked) !== undefined,
    /** Close it with that value. */
    *give(asking: BridgeElicit): Operation<void> {
      const found = came(asking);
      if (found === undefined) return;
      const { elicitId, until } = asking;
      if (until !== undefined) return void (yield* answers.settle(elicitId, accepted));
      const checked = yield* check(asking, valueOf(found.outcome));
      if (checked === undefined) return;
      yield* answers.settle(elicitId, checked.ok ? checked.settlement : { action: 'cancel', reason: 'failed' });
    },
  };
}

/** @throws {WaitValueError} for a value of more bytes, or that JSON cannot hold */
export function readWaitValue(given: unknown, most: number): JsonValue {
  const value = jsonOf(given);
  if (value === undefined) throw new WaitValueError('is not JSON. Pass what JSON.parse gives.');
  const bytes = byteLength(JSON.stringify(value));
  if (bytes > most)
    throw new WaitValueError(`has ${bytes} bytes as JSON, and ${most} are the limit. Pass less: an id, say.`);
  return value;
}

const accepted = { action: 'accept', content: {}, kept: {}, asSent: false } as const;
