import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from 'effection';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import type { ChatProvider } from '../../src/protocol/chat-provider.ts';
import { createPluginSessionManager } from '../../src/session/plugin-session-manager.ts';
import { verifyRecord, type RecordEntry } from '../../src/session/record-entry.ts';
import { fileStore } from '../../src/store/file-store.ts';
import { nextEvent } from '../session/next-event.ts';
import { buildServe, runCommand } from './serving.ts';

const folder = mkdtempSync(join(tmpdir(), 'elicit-record-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a person types who wants to take over the terminal or the file of the one who reads the record. */
const hostile = 'a\n{"what":"ended"}\u2028b\u0085c\u001b[2Jd\u009b2Je\u202Ef\u{E0001}g"';

const ask = createMcpTool('ask')
  .description('Ask')
  .parameters(z.object({}))
  .elicits({ why: z.object({ why: z.string() }) })
  .execute(function* (_, ctx) {
    return (yield* ctx.elicit('why', { message: 'Why?' })).action;
  });

async function record(path: string, calls: number): Promise<void> {
  const store = fileStore(path);
  const manager = createPluginSessionManager({ provider: {} as ChatProvider, tools: [ask], store, record: true });
  await run(function* () {
    for (let nth = 0; nth < calls; nth += 1) {
      const owner = nth % 2 === 0 ? 'ada' : 'bo';
      const call = yield* manager.create({ tool: ask, params: {}, callId: `call_${nth}`, owner });
      yield* nextEvent(call);
      const by = { id: owner, name: hostile };
      yield* call.respondToElicit(`call_${nth}:elicit:0`, { action: 'accept', content: { why: hostile } }, { by });
      while ((yield* nextEvent(call)).type !== 'ended');
      yield* manager.release(`call_${nth}`);
    }
    yield* manager.close();
  });
  await store.close?.();
}

/** Run the command to its end. */
async function ended(...args: string[]) {
  const { child, ended: code, said } = runCommand('record', ...args);
  let out = '';
  child.stdout?.on('data', (chunk) => (out += String(chunk)));
  return { code: await code, out, said: said() };
}

const store = join(folder, 'store');
beforeAll(async () => {
  await buildServe();
  await record(store, 6);
});

const one = JSON.stringify({ callId: 'c', seq: 0, at: 1, what: 'begun', toolName: 't', prev: '' });
const parts = 'read: async (keys) => keys.map(() => null), commit: async () => null';

describe('elicitkit record', () => {
  it('prints a line of JSON for each entry, and what people wrote stays text', async () => {
    const { code, out, said } = await ended('--store', store);
    expect({ code, said }).toEqual({ code: 0, said: '' });
    // Every reader of lines finds the same ones, and a terminal obeys none of them.
    expect(out).toMatch(/^[\u0020-\u007e\n]*$/);
    const entries = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as RecordEntry);
    expect(entries.slice(0, 4).map(({ what }) => what)).toEqual(['begun', 'asked', 'answered', 'ended']);
    expect(entries[2]).toMatchObject({ content: { why: hostile }, by: { id: 'ada', name: hostile } });
    expect((await verifyRecord(entries)).map(({ entries: sound }) => sound)).toEqual([4, 4, 4, 4, 4, 4]);
  });

  it('prints the calls of one person, one call, or those that began in a time', async () => {
    const callsOf = ({ out }: { out: string }) =>
      [...new Set(out.match(/"callId":"[^"]*"/g))].map((one) => one.slice(-2, -1));
    expect(callsOf(await ended('--store', store, '--owner', 'bo'))).toEqual(['1', '3', '5']);
    expect(callsOf(await ended('--store', store, '--call', 'call_2'))).toEqual(['2']);
    expect(await ended('--store', store, '--to', '2020-01-01')).toEqual({
      code: 0,
      out: '',
      said: expect.stringContaining('Nothing is recorded that fits.') as string,
    });
    expect(callsOf(await ended('--store', store, '--from', '2020-01-01'))).toHaveLength(6);
  });

  it('ends quietly when its reader has had enough, with no more read than that', async () => {
    const file = join(folder, 'endless.mjs');
    const due = `due: async (_queue, _before, limit, after) =>
      Array.from({ length: limit }, (_, nth) => ({ key: 'record/c', at: after.at + 1 + nth }))`;
    writeFileSync(file, `export const store = { ${parts}, ${due}, list: async () => [${JSON.stringify(one)}] };`);
    const { child, ended: code, said } = runCommand('record', '--store', file);
    await new Promise((done) => child.stdout?.once('data', done));
    child.stdout?.destroy();
    expect({ code: await code, said: said() }).toEqual({ code: 0, said: '' });
  });

  it('reads the store that a file exports', async () => {
    const file = join(folder, 'store.mjs');
    writeFileSync(
      file,
      `export const store = { ${parts}, due: async () => [], list: async () => [${JSON.stringify(one)}] };`,
    );
    expect(await ended('--store', file, '--call', 'c')).toMatchObject({ code: 0, out: `${one}\n` });
  });

  it.each([
    [[], 2, 'Name the store with --store.'],
    [['--store', 'nowhere'], 1, 'There is no folder or file nowhere.'],
    [['--store', folder], 1, 'holds no store'],
    [['--store', 'package.json', '--from', 'monday'], 2, '--from is no date.'],
    [['--store', 'package.json', '--to', '2026-02-30'], 2, '--to is no date.'],
    [['--store', 'package.json', '--to', '2026-1-1 (about)'], 2, '--to is no date.'],
    [['--store', 'lint/rooms.mjs'], 1, 'lint/rooms.mjs exports no store.'],
  ] as const)('says what is wrong with %j', async (args, code, message) => {
    const failed = await ended(...args);
    expect(failed.code).toBe(code);
    expect(failed.said).toContain(message);
  });
});
