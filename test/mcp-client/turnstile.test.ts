import { describe, expect, it } from 'vitest';
import { createTurnstile } from '../../src/mcp-client/limits.ts';

const never = new AbortController().signal;
const enough = new Error('enough');

/** Work that goes on until it is told to end. */
function work() {
  let end = () => undefined as void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { begin: () => ended, end };
}

describe('a turnstile', () => {
  it('lets go of who waits in line as soon as nobody wants their work, and does not begin it', async () => {
    const pass = createTurnstile(1);
    const inside = work();
    void pass(inside.begin, never);
    const stop = new AbortController();
    let isBegun = false;
    const waiting = pass(async () => {
      isBegun = true;
    }, stop.signal);
    const next = pass(async () => 'let in', never);
    stop.abort(enough);
    await expect(waiting).rejects.toBe(enough);
    inside.end();
    expect(await next).toBe('let in');
    expect(isBegun).toBe(false);
  });

  it('hands on a place that was given to who leaves at that moment', async () => {
    const pass = createTurnstile(1);
    const inside = work();
    const stop = new AbortController();
    void pass(inside.begin, never);
    let isBegun = false;
    const waiting = pass(async () => {
      isBegun = true;
    }, stop.signal);
    const next = pass(async () => 'let in', never);
    // Heard after the place was given, and before who waited for it goes on.
    void inside.begin().then(() => stop.abort(enough));
    inside.end();
    await expect(waiting).rejects.toBe(enough);
    expect(isBegun).toBe(false);
    expect(await next).toBe('let in');
    expect(await pass(async () => 'let in again', never)).toBe('let in again');
  });

  it('does not begin what nobody wanted from the start', async () => {
    const pass = createTurnstile(1);
    await expect(pass(async () => 'not wanted', AbortSignal.abort(enough))).rejects.toBe(enough);
    expect(await pass(async () => 'let in', never)).toBe('let in');
  });

  it('lets in no more than it may after some have left the line', async () => {
    const pass = createTurnstile(2);
    const works = Array.from({ length: 6 }, work);
    let inside = 0;
    let most = 0;
    const stop = new AbortController();
    const all = works.map(({ begin }, index) =>
      pass(
        async () => {
          most = Math.max(most, (inside += 1));
          await begin();
          inside -= 1;
        },
        index === 2 || index === 4 ? stop.signal : never,
      ),
    );
    stop.abort(enough);
    for (const { end } of works) end();
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(most).toBe(2);
  });
});
