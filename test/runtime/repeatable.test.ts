import { run, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { createMockClient, runTool } from '../../src/testing.ts';

const declaration = (name: string) => createMcpTool(name).description('Pay').parameters(z.object({})).elicits({});

function* codeOf(operation: Operation<unknown>): Operation<unknown> {
  try {
    return yield* operation;
  } catch (error) {
    return (error as { code: unknown }).code;
  }
}

describe('a repeatable tool', () => {
  const charging = (idempotent: boolean | undefined) => {
    const seen = { charged: 0 };
    const tool = declaration('pay')
      .repeatable()
      .execute(function* (_, ctx) {
        return yield* ctx.step('charge', () => (seen.charged += 1), { idempotent });
      });
    return { seen, paying: () => run(() => runTool(tool, {}, createMockClient())) };
  };

  it('runs a step that is idempotent', async () => {
    expect(await charging(true).paying()).toBe(1);
  });

  it.each([undefined, false])('refuses another one before it runs: { idempotent: %s }', async (idempotent) => {
    const { seen, paying } = charging(idempotent);

    await expect(paying()).rejects.toMatchObject({ code: 'STEP_NOT_IDEMPOTENT' });
    expect(seen.charged).toBe(0);
  });

  it('refuses such a step in its branches, and in a tool that it calls', async () => {
    let charged = 0;
    const inner = declaration('inner').execute(function* (_, ctx) {
      return yield* ctx.step('charge', () => (charged += 1));
    });
    const outer = declaration('outer')
      .repeatable()
      .execute(function* (_, ctx) {
        const here = ctx.branch((below) => below.step('charge', () => (charged += 1)));
        const there = ctx.branch((below) => below.callTool('inner' as never, {} as never), { tools: [inner] });
        return [yield* codeOf(here), yield* codeOf(there)];
      });

    expect(await run(() => runTool(outer, {}, createMockClient()))).toEqual([
      'STEP_NOT_IDEMPOTENT',
      'STEP_NOT_IDEMPOTENT',
    ]);
    expect(charged).toBe(0);
  });

  it('may be a handoff whose parts are idempotent', async () => {
    const handoff = (idempotent: boolean) =>
      declaration('pay')
        .repeatable()
        .handoff(
          {
            *before() {
              return 1;
            },
            *client(found) {
              return found + 1;
            },
            *after(_found, agreed) {
              return agreed + 1;
            },
          },
          { before: { idempotent: true }, after: { idempotent } },
        );
    const play = (idempotent: boolean) => run(() => runTool(handoff(idempotent), {}, createMockClient()));

    expect(await play(true)).toBe(3);
    await expect(play(false)).rejects.toMatchObject({ code: 'STEP_NOT_IDEMPOTENT' });
  });
});
