import pg from 'pg';
import { createChatHandler, type OnWaiting } from '../../src/server.ts';
import { fileStore } from '../../src/store-file.ts';
import { postgresStore, type SqlRunner } from '../../src/store-postgres.ts';
import { createModel } from '../chat/harness-model.ts';
import { declared } from '../chat/refund-for-others.ts';

/** What a process is started with: where its store is, how far its clock is ahead, and how `onWaiting` ends. */
export interface Begun {
  readonly folder: string;
  readonly postgres: string | undefined;
  readonly ahead: number;
  readonly ends: 'at once' | 'never';
}
/** Somebody asks a manager. */
export type Order = 'ask';
export type Said =
  | 'ready'
  /** `onWaiting` is called. */
  | { readonly attempt: number; readonly idempotencyKey: string }
  /** The store keeps that so many attempts were made. */
  | { readonly counted: number };

const { folder, postgres, ahead, ends } = JSON.parse(process.argv[2]!) as Begun;
const now = Date.now;
Date.now = () => now() + ahead;
const say = (said: Said) => process.send?.(said);

const kept =
  postgres === undefined
    ? fileStore(folder)
    : postgresStore(new pg.Pool({ connectionString: postgres, max: 4 }) as SqlRunner, { prefix: folder });

const store: typeof kept = {
  ...kept,
  async commit(change) {
    const version = await kept.commit(change);
    for (const { key, value } of version === null ? [] : (change.put ?? [])) {
      const count = key.startsWith('asks/') ? (JSON.parse(value) as { count: number }).count : 0;
      if (count > 0) say({ counted: count });
    }
    return version;
  },
};

const onWaiting: OnWaiting = (_question, attempt) => {
  say(attempt);
  return ends === 'never' ? new Promise(() => undefined) : undefined;
};

const handler = createChatHandler({
  provider: createModel(() => ({ calls: [{ name: 'refund', arguments: {} }] })).provider,
  tools: [
    declared.execute(function* (_params, ctx) {
      return {
        answer: yield* ctx.elicit('decide', { message: 'Refund 40 euros?' }, { to: { role: 'manager' } } as never),
      };
    }),
  ],
  identify: () => 'ada',
  store,
  limits: { leaseTime: 500, parkAfter: 20, sweepEvery: 20 },
  notify: { after: 20, again: 60_000 },
  onWaiting,
});

process.on('message', (_order: Order) => {
  const body = JSON.stringify({ conversationId: 'c', messages: [{ id: 'm1', role: 'user', content: 'refund' }] });
  const headers = { 'content-type': 'application/json' };
  void handler(new Request('http://chat.test/', { method: 'POST', headers, body }));
});
say('ready');
