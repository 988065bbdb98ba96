import { run, spawn, suspend, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type McpToolContext } from '../../src/plugin.ts';
import { createQueuedHost } from '../queued-host.ts';
import { macrotask } from '../../src/base/wait.ts';
import type { JournalEntry } from '../../src/runtime/journal.ts';

const declaration = createMcpTool('pay').description('Pay').parameters(z.object({})).elicits({});
type Body = (ctx: McpToolContext<{}>) => Operation<unknown>;

function hostOf(body: Body, journal: JournalEntry[], isDurable = true) {
  return createQueuedHost({
    tool: declaration.execute((_, ctx) => body(ctx)),
    params: {},
    callId: 'call_1',
    isDurable,
    journal: [...journal],
    *append(entry) {
      journal.push(JSON.parse(JSON.stringify(entry)) as JournalEntry);
      return entry;
    },
  });
}

/** Run until the process dies in the middle of a step. */
function die(body: Body, journal: JournalEntry[], isDurable = true): Promise<void> {
  return run(function* () {
    const running = yield* spawn(() => hostOf(body, journal, isDurable).run());
    while (keys.length === 0) yield* macrotask();
    yield* running.halt();
  });
}

let keys: string[] = [];
const charge = (isHanging: boolean, idempotent?: boolean): Body =>
  function* (ctx) {
    yield* ctx.step('search', () => 'found');
    return yield* ctx.step(
      'charge',
      function* ({ idempotencyKey }) {
        keys.push(idempotencyKey);
        if (isHanging) yield* suspend();
        return 'charged';
      },
      { idempotent },
    );
  };

describe('a step in whose middle the process died', () => {
  it('is not repeated: the tool hears that its outcome is unknown, in every replay', async () => {
    keys = [];
    const journal: JournalEntry[] = [];
    await die(charge(true), journal);
    expect(journal.map(({ key }) => key)).toEqual(['0.started', '0', '1.started']);
    for (let replay = 0; replay < 2; replay += 1) {
      await expect(run(() => hostOf(charge(false), journal).run())).rejects.toMatchObject({
        code: 'STEP_OUTCOME_UNKNOWN',
      });
    }
    expect(keys).toHaveLength(1);
    expect(journal.at(-1)).toMatchObject({ key: '1', outcome: { ok: false, error: { code: 'STEP_OUTCOME_UNKNOWN' } } });
  });

  it('is repeated with the same key if it says that it may be', async () => {
    keys = [];
    const journal: JournalEntry[] = [];
    await die(charge(true, true), journal);
    expect(await run(() => hostOf(charge(false, true), journal).run())).toBe('charged');
    expect(keys).toEqual(['call_1:1', 'call_1:1']);
  });

  it('lets a tool look up what happened, and go on', async () => {
    keys = [];
    const journal: JournalEntry[] = [];
    await die(charge(true), journal);
    const result = await run(() =>
      hostOf(function* (ctx) {
        try {
          return yield* charge(false)(ctx);
        } catch (error) {
          return yield* ctx.step('look up', () => (error as { code: string }).code);
        }
      }, journal).run(),
    );
    expect(result).toBe('STEP_OUTCOME_UNKNOWN');
  });

  it('is not noted by a journal that ends with the process', async () => {
    keys = [];
    const journal: JournalEntry[] = [];
    await die(charge(true), journal, false);
    expect(journal.map(({ key }) => key)).toEqual(['0']);
  });
});

describe('a handoff whose last part was interrupted', () => {
  const booking = (isHanging: boolean, hasRecovery: boolean) =>
    declaration.handoff({
      *before() {
        return { flight: 'FL1' };
      },
      *client() {
        return { seat: '3A' };
      },
      *after(_, __, server) {
        keys.push(server.idempotencyKey);
        if (isHanging) yield* suspend();
        return 'booked';
      },
      ...(hasRecovery && {
        *recover({ flight }: { flight: string }, { seat }: { seat: string }) {
          return `found ${flight} ${seat}`;
        },
      }),
    });
  const play = async (hasRecovery: boolean) => {
    keys = [];
    const journal: JournalEntry[] = [];
    await die((ctx) => booking(true, hasRecovery).run({}, ctx), journal);
    return run(() => hostOf((ctx) => booking(false, hasRecovery).run({}, ctx), journal).run());
  };

  it('is told to recover', async () => {
    expect(await play(true)).toBe('found FL1 3A');
    expect(keys).toEqual(['call_1:after']);
  });

  it('ends the call where it cannot', async () => {
    await expect(play(false)).rejects.toMatchObject({ code: 'STEP_OUTCOME_UNKNOWN' });
    expect(keys).toEqual(['call_1:after']);
  });
});
