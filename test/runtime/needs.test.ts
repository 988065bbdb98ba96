import { run } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type ToolNeeds } from '../../src/plugin.ts';
import { createMockClient, runTool } from '../../src/testing.ts';

const declaration = createMcpTool('trip').description('Plan a trip').parameters(z.object({})).elicits({});
const parent = { messages: [{ role: 'user' as const, content: 'To Rome, please.' }], systemPrompt: 'Be kind.' };
const requiring = (needs: ToolNeeds) =>
  declaration.requires(needs).execute(function* (_, ctx) {
    const inner = yield* ctx.branch(function* (below) {
      return [below.parentMessages.length, below.parentSystemPrompt ?? null] as const;
    });
    return [ctx.parentMessages.map(({ content }) => content), ctx.parentSystemPrompt ?? null, inner];
  });

describe('.requires', () => {
  it('gives the chat’s messages and system prompt to a tool that requires them, and to no other', async () => {
    const play = (needs: ToolNeeds) => run(() => runTool(requiring(needs), {}, createMockClient(), { parent }));
    expect(await play({ parentMessages: true })).toEqual([['To Rome, please.'], 'Be kind.', [0, 'Be kind.']]);
    expect(await play({ sampling: true })).toEqual([[], null, [0, null]]);
  });

  it.each([
    ['parentMessages', {}],
    ['sampling', { can: { sampling: false } }],
    ['elicitation', { can: { elicitation: false } }],
  ] as const)('does not start without %s, and says so', async (need, options) => {
    let started = false;
    const tool = declaration.requires({ [need]: true }).execute(function* () {
      started = true;
    });
    const starting = run(() => runTool(tool, {}, createMockClient(), options));
    await expect(starting).rejects.toMatchObject({ code: 'MISSING_NEED', need });
    expect(started).toBe(false);
  });

  it('starts where what it requires is there', async () => {
    const tool = declaration.requires({ sampling: true, elicitation: true }).execute(function* () {
      return 'started';
    });
    expect(await run(() => runTool(tool, {}, createMockClient()))).toBe('started');
  });

  it('holds for a tool that a branch calls', async () => {
    const bound = declaration.requires({ sampling: true }).execute(function* () {});
    const tool = declaration.execute((_, ctx) => ctx.branch((inner) => inner.callTool('trip', {}), { tools: [bound] }));
    const calling = run(() => runTool(tool, {}, createMockClient(), { can: { sampling: false } }));
    await expect(calling).rejects.toMatchObject({ code: 'MISSING_NEED' });
  });
});
