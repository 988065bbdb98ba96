import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAtWork } from '../../src/base/at-work.ts';

interface Gate {
  readonly passed: Promise<unknown>;
  open(value?: unknown): void;
  fail(error: Error): void;
}

function createGate(): Gate {
  let [open, fail]: [(value?: unknown) => void, (error: Error) => void] = [() => undefined, () => undefined];
  const passed = new Promise<unknown>((resolve, reject) => ([open, fail] = [resolve, reject]));
  return { passed, open, fail };
}

/** What happens to one key, in order. */
function openDesk() {
  const told: string[] = [];
  let mayBury = true;
  const atWork = createAtWork<string, 'elsewhere'>(async () => {
    told.push(mayBury ? 'buried' : 'not buried');
    if (!mayBury) throw new Error('it stays');
  });
  const opened = (thing: string, gate?: Gate) =>
    atWork.open('key', async (enter) => {
      told.push(`opening ${thing}`);
      await gate?.passed;
      told.push(enter(thing) ? `live ${thing}` : `refused ${thing}`);
      return thing;
    });
  return { atWork, told, opened, hold: (may: boolean) => (mayBury = may) };
}

describe('what a process has', () => {
  it('is opened once, for all who come meanwhile', async () => {
    const { atWork, told, opened } = openDesk();
    const gate = createGate();
    const both = [opened('first', gate), opened('second')];
    gate.open();
    expect(await Promise.all(both)).toEqual(['first', 'first']);
    expect(await opened('third')).toBe('first');
    expect(told).toEqual(['opening first', 'live first']);
    expect(atWork.everyLive()).toEqual(['first']);
  });

  it('is opened again after an opening that fails, or finds it elsewhere', async () => {
    const { atWork, opened } = openDesk();
    await expect(atWork.open('key', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await atWork.open('key', async () => 'elsewhere')).toBe('elsewhere');
    expect(atWork.live('key')).toBeUndefined();
    expect(await opened('first')).toBe('first');
  });

  it('is not opened before it has left, however that ends', async () => {
    const { atWork, told, opened } = openDesk();
    for (const end of ['open', 'fail'] as const) {
      const [gate, earlier] = [createGate(), createGate()];
      atWork.enter('key', 'old');
      void atWork.leave('key', earlier.passed);
      void atWork.leave('key', gate.passed);
      expect(atWork.live('key')).toBeUndefined();
      const next = opened(end);
      gate[end](new Error('while it left'));
      await new Promise((resolve) => setTimeout(resolve));
      expect(told).not.toContain(`opening ${end}`);
      earlier.open();
      expect(await next).toBe(end);
    }
  });

  it('stays live where it does not leave after all', async () => {
    const { atWork, told, opened } = openDesk();
    const gate = createGate();
    atWork.enter('key', 'old');
    void atWork.leave('key', gate.passed);
    const next = opened('new');
    gate.open(false);
    expect(await next).toBe('old');
    expect(told).toEqual([]);
  });

  it('is not live if it left, or was lost, while it was opened', async () => {
    for (const end of ['leave', 'lose'] as const) {
      const { atWork, told, opened } = openDesk();
      const gate = createGate();
      const opening = opened('first', gate);
      await Promise.resolve();
      void atWork[end]('key', Promise.resolve());
      expect(await opened('second')).toBe('second');
      gate.open();
      await opening;
      expect(told.at(-1)).toBe('refused first');
      expect(atWork.live('key')).toBe('second');
    }
  });

  it('is buried when it is lost and has left, and before it is opened if that failed', async () => {
    const { atWork, told, opened, hold } = openDesk();
    const gate = createGate();
    hold(false);
    atWork.enter('key', 'old');
    atWork.lose('key', gate.passed);
    expect(told).toEqual([]);
    gate.open();
    await atWork.settled();
    expect([told, atWork.lost()]).toEqual([['not buried'], ['key']]);

    await expect(opened('first')).rejects.toThrow('it stays');
    expect(atWork.lost()).toEqual(['key']);
    hold(true);
    expect(await opened('second')).toBe('second');
    expect(told).toEqual(['not buried', 'not buried', 'buried', 'opening second', 'live second']);
    expect(atWork.lost()).toEqual([]);
  });

  it('settles when nothing opens and nothing leaves', async () => {
    const { atWork, opened } = openDesk();
    const [opening, leaving] = [createGate(), createGate()];
    let hasSettled = false;
    const first = opened('first', opening);
    void atWork.leave('other', leaving.passed);
    const settled = atWork.settled().then(() => (hasSettled = true));
    opening.open();
    await first;
    expect(hasSettled).toBe(false);
    leaving.open();
    await settled;
  });
});

describe('what is to be done later', () => {
  afterEach(() => void vi.useRealTimers());

  it('is done once, unless something else is, or the thing has left', () => {
    vi.useFakeTimers();
    const done: string[] = [];
    const { atWork } = openDesk();
    atWork.later('key', 1, () => done.push('nobody is there'));
    atWork.enter('key', 'thing');
    atWork.later('key', 1, () => done.push('first'));
    atWork.later('key', 2, () => done.push('second'));
    vi.advanceTimersByTime(10);
    expect(done).toEqual(['second']);

    atWork.later('key', 1, () => done.push('third'));
    atWork.later('key', Infinity, () => done.push('never'));
    vi.advanceTimersByTime(10);
    atWork.later('key', 1, () => done.push('after it left'));
    void atWork.leave('key', new Promise(() => undefined));
    vi.advanceTimersByTime(10);
    expect(done).toEqual(['second']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
