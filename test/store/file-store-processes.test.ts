import { fork } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it, onTestFinished, vi, type Mock } from 'vitest';
import { fileStore } from '../../src/store/file-store.ts';
import { eventually } from '../eventually.ts';
import type { Order, Reply } from './store-process.ts';

const built = mkdtempSync(join(tmpdir(), 'elicit-process-'));
const script = join(built, 'store-process.mjs');

beforeAll(async () => {
  const entryPoints = ['test/store/store-process.ts'];
  await build({ entryPoints, bundle: true, platform: 'node', format: 'esm', outfile: script });
  return () => rmSync(built, { recursive: true, force: true });
}, 60_000);

function createFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'elicit-locked-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A process that has not used the folder yet. */
async function begin(folder: string) {
  const child = fork(script, [folder]);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(() => void child.kill('SIGKILL'));
  async function next(): Promise<Reply> {
    const reply = new Promise<Reply>((resolve) => child.once('message', (message) => resolve(message as Reply)));
    const end = ended.then((code): never => {
      throw new Error(`The process ended with ${code}.`);
    });
    return Promise.race([reply, end]);
  }
  await next();
  return {
    pid: child.pid!,
    ended,
    ask(order: Order): Promise<Reply> {
      const reply = next();
      child.send(order);
      return reply;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    signal: (name: NodeJS.Signals) => child.kill(name),
    order: (order: Order) => void child.send(order),
    hear: (listen: (reply: Reply) => void) => void child.on('message', listen as (message: unknown) => void),
  };
}

/** Other systems than Linux do not tell. */
function isStopped(pid: number): boolean {
  return process.platform !== 'linux' || readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') T ');
}

const use: Order = { order: 'use' };

/** Tries to use the folder, here. */
async function attempt(folder: string): Promise<unknown> {
  const store = fileStore(folder);
  onTestFinished(() => store.close?.());
  return store.commit({ put: [{ key: 'b', value: '1' }] }).then(
    () => 'held',
    (error: unknown) => error,
  );
}
const isRefused = expect.objectContaining({ code: 'STORE_LOCKED' });

describe('a folder of a file store', () => {
  it('goes to exactly one of six processes that come at once, after each kill -9 of the one that had it', async () => {
    const folder = createFolder();
    const processes = await Promise.all(Array.from({ length: 6 }, () => begin(folder)));
    for (let round = 0; round < 20; round += 1) {
      const replies = await Promise.all(processes.map((one) => one.ask(use)));
      expect(replies.toSorted()).toEqual(['held', ...Array.from({ length: 5 }, () => 'refused')]);
      const holder = replies.indexOf('held');
      await processes[holder]!.kill();
      processes[holder] = await begin(folder);
    }
    expect(readdirSync(folder).toSorted()).toEqual(['conversations.jsonl', 'held-by']);
  }, 60_000);

  it('is never shared while processes take and leave it as fast as they can, and some die with it', async () => {
    const folder = createFolder();
    const processes = await Promise.all(Array.from({ length: 4 }, () => begin(folder)));
    const over = Promise.all(processes.map((one) => one.ask({ order: 'take turns', times: 40 })));
    for (let deaths = 0; deaths < 8; deaths += 1) {
      const mortal = await begin(folder);
      await expect(mortal.ask({ order: 'die' })).rejects.toThrow('ended with null');
    }
    expect(await over).toEqual(processes.map(() => 'held'));
  }, 60_000);

  it('stays with a process that stands still, which then goes on', async () => {
    const folder = createFolder();
    const holder = await begin(folder);
    expect(await holder.ask(use)).toBe('held');
    holder.signal('SIGSTOP');
    await eventually(() => expect(isStopped(holder.pid)).toBe(true));
    const attempts = await Promise.all(Array.from({ length: 600 }, () => attempt(folder)));
    expect(attempts).toEqual(attempts.map(() => isRefused));
    holder.signal('SIGCONT');
    expect(await holder.ask(use)).toBe('held');
  });

  it('is refused to a second store of the same process, which gets it once the first is closed', async () => {
    const folder = createFolder();
    const [first, second] = [fileStore(folder), fileStore(folder)];
    onTestFinished(() => second.close?.());
    await first.commit({ put: [{ key: 'a', value: '1' }] });
    await expect(second.read(['a'])).rejects.toMatchObject({
      code: 'STORE_LOCKED',
      message: expect.stringContaining(`Another store of this process keeps its conversations in ${folder}.`),
    });
    await first.close?.();
    expect((await second.read(['a']))[0]?.value).toBe('1');
  });

  it.each([
    ['another living process', process.ppid],
    ['this process, as in a container that was restarted', process.pid],
  ])('is taken over from a dead process with the id of %s', async (_, pid) => {
    const folder = createFolder();
    mkdirSync(join(folder, 'held-by'));
    const server = createServer();
    const socket = join(folder, 'socket');
    await new Promise<void>((resolve) => void server.listen(socket, resolve));
    // Keep the file of the socket, as the death of a process does.
    linkSync(socket, join(folder, 'held-by', `${pid}.0123abcd`));
    expect(await attempt(folder)).toEqual(isRefused);
    await new Promise((resolve) => void server.close(resolve));
    expect(await attempt(folder)).toBe('held');
  });

  it('is taken over from a backup, in which a socket is an empty file', async () => {
    const folder = createFolder();
    mkdirSync(join(folder, 'held-by'));
    writeFileSync(join(folder, 'held-by', `${process.ppid}.0123abcd`), '');
    expect(await attempt(folder)).toBe('held');
  });

  it('may have a path that is longer than the name of a socket', async () => {
    const folder = join(createFolder(), 'a'.repeat(120), 'b'.repeat(120));
    expect(await attempt(folder)).toBe('held');
    expect(await attempt(folder)).toEqual(isRefused);
  });

  it('has every commit that was confirmed before a kill -9, also while the file is written anew', async () => {
    const folder = createFolder();
    const confirmed = new Map<string, number>();
    let told = 0;
    for (let round = 0; round < 12; round += 1) {
      const holder = await begin(folder);
      const enough = told + 150 + 37 * round;
      holder.hear((reply) => {
        const [, key = '', value = ''] = reply.split(' ');
        confirmed.set(key, Number(value));
        told += 1;
      });
      holder.order({ order: 'load' });
      await eventually(() => expect(told).toBeGreaterThan(enough));
      await holder.kill();
      const store = fileStore(folder);
      for (const [key, value] of confirmed) {
        const found = Number((await store.read([key]))[0]?.value);
        expect(found, key).toBeGreaterThanOrEqual(value);
        const list = await store.list(`${key} list`);
        expect(list, key).toEqual(Array.from({ length: found }, (_, nth) => `${nth + 1}`));
      }
      const due = new Map((await store.due('q', Infinity, 100)).map(({ key, at }) => [key, at]));
      for (const [key, value] of confirmed) expect(due.get(key), key).toBeGreaterThanOrEqual(value);
      await store.close?.();
    }
  }, 60_000);

  it('keeps no process from ending', async () => {
    const folder = createFolder();
    const holder = await begin(folder);
    expect(await holder.ask({ order: 'leave' })).toBe('held');
    expect(await holder.ended).toBe(0);
    expect(await attempt(folder)).toBe('held');
  });

  it.runIf(process.platform === 'linux')('is also locked where its file system has no sockets', async () => {
    const listen = Server.prototype.listen as (this: Server, options: { path: string }, done: () => void) => Server;
    const spy = vi.spyOn(Server.prototype, 'listen') as unknown as Mock<typeof listen>;
    onTestFinished(() => spy.mockRestore());
    spy.mockImplementation(function onlyAbstract(this: Server, options, done) {
      if (options.path.startsWith('\0')) return listen.call(this, options, done);
      setImmediate(() => this.emit('error', Object.assign(new Error('no sockets'), { code: 'ENOTSUP' })));
      return this;
    });
    const folder = createFolder();
    const store = fileStore(folder);
    await store.commit({ put: [{ key: 'a', value: '1' }] });
    expect(await attempt(folder)).toEqual(isRefused);
    expect(await attempt(createFolder())).toBe('held');
    await store.close?.();
    expect(await attempt(folder)).toBe('held');
    expect(readdirSync(folder)).toEqual(['conversations.jsonl']);
  });
});
