import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { connect, endpointOf, type Asked } from './harness.ts';

function refundTool() {
  const ran: object[] = [];
  const tool = createMcpTool('refund')
    .description('Pay money back')
    .parameters(z.object({ amount: z.number(), to: z.string() }))
    .elicits({})
    .approve({ edit: true, remember: { key: ({ amount }) => `${amount}`, for: 'owner' } })
    .execute(function* (params) {
      ran.push(params);
      return { paid: params.amount };
    });
  return { tool, ran };
}

const refund = { name: 'refund', arguments: { amount: 5, to: 'Ann' } };

describe.each(['modern', 'legacy'] as const)('a call that needs an approval, over MCP in the %s era,', (era) => {
  async function open(answers: (asked: Asked) => object) {
    const { tool, ran } = refundTool();
    // The principal is known, so only the place keeps it from being remembered.
    const { client, asked } = await connect(endpointOf([tool], { principal: () => 'ann' }), era, { onAsked: answers });
    return { client, asked, ran };
  }

  it('is asked for with its arguments in words and two plain fields', async () => {
    const { client, asked, ran } = await open(() => ({ action: 'accept', content: { approved: true } }));
    const { structuredContent } = await client.callTool(refund);
    expect(structuredContent).toEqual({ paid: 5 });
    expect(ran).toEqual([{ amount: 5, to: 'Ann' }]);
    expect(asked).toMatchObject([{ message: expect.stringContaining('Pay money back\nAmount: 5\nTo: Ann') }]);
    expect(Object.keys(asked[0]?.requestedSchema?.properties ?? {})).toEqual(['approved', 'reason']);
    expect(asked[0]?.requestedSchema?.['required']).toEqual(['approved']);
  });

  it('is asked for with a note if its arguments are too long to be shown', async () => {
    const { client, asked, ran } = await open(() => ({ action: 'accept', content: { approved: true } }));
    const args = { to: 'x'.repeat(100_000), amount: 5 };
    await client.callTool({ name: 'refund', arguments: args });
    const message = asked[0]?.message ?? '';
    expect(message).toMatch(/\nAmount: 5\nTo: xxx[^]*\nSome of this is not shown/);
    expect(message.length).toBeLessThan(10_000);
    expect(ran).toEqual([args]);
  });

  it.each<[string, object, RegExp]>([
    ['a no', { action: 'accept', content: { approved: false, reason: 'Too much' } }, /They said: "Too much"/],
    ['a decline', { action: 'decline' }, /did not run/],
    ['a cancel', { action: 'cancel' }, /did not run/],
  ])('does not run after %s, and that is no error', async (_, result, words) => {
    const { client, ran } = await open(() => result);
    const { content, isError } = await client.callTool(refund);
    expect(isError ?? false).toBe(false);
    expect(JSON.stringify(content).replaceAll('\\"', '"')).toMatch(words);
    expect(ran).toEqual([]);
  });

  it('is never remembered, whatever a client claims', async () => {
    const content = { approved: true, remember: true };
    const { client, asked, ran } = await open(() => ({ action: 'accept', content }));
    await client.callTool(refund);
    await client.callTool(refund);
    expect(asked).toHaveLength(2);
    expect(JSON.stringify(asked)).not.toContain('remember');
    expect(ran).toHaveLength(2);
  });

  it('does not run where nobody can be asked', async () => {
    const { tool, ran } = refundTool();
    const { client } = await connect(endpointOf([tool]), era, { capabilities: {} });
    await client.callTool(refund).catch(() => undefined);
    expect(ran).toEqual([]);
  });
});

describe.each(['modern', 'legacy'] as const)('a question for somebody, over MCP in the %s era,', (era) => {
  const people = {
    ann: { id: 'ann', name: 'Ann' },
    bo: { id: 'bo', name: 'Bo', roles: ['manager'] },
    robot: 'anonymous',
  };
  const open = async (who: keyof typeof people, options: object) => {
    const tool = createMcpTool('refund')
      .description('Pay money back')
      .parameters(z.object({}))
      .elicits({ decide: z.object({ ok: z.boolean() }) })
      .execute(function* (_params, ctx) {
        const answer = yield* ctx.elicit('decide', { message: 'Refund?' }, options);
        return { action: answer.action, by: answer.by ?? null };
      });
    const onAsked = () => ({ action: 'accept', content: { ok: true } });
    const { client, asked } = await connect(endpointOf([tool], { principal: () => people[who] }), era, { onAsked });
    return { call: () => client.callTool({ name: 'refund', arguments: {} }), asked };
  };

  it.each([
    ['bo', { to: { role: 'manager' } }],
    ['ann', { to: ['bo', 'ann'] }],
  ] as const)('is asked of %s, who is at the client and is meant', async (who, options) => {
    const { call, asked } = await open(who, options);
    const { id, name } = people[who];
    expect((await call()).structuredContent).toEqual({ action: 'accept', by: { id, name } });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['ann', { to: { role: 'manager' } }],
    ['bo', { to: { role: 'manager' }, notOwner: true }],
    ['robot', { to: 'anonymous' }],
    ['robot', { to: { role: 'manager' }, notOwner: true }],
  ] as const)('is not asked of %s, and the model hears why', async (who, options) => {
    const { call, asked } = await open(who, options);
    const told = await call().then(
      ({ content }) => JSON.stringify(content),
      (error: unknown) => String(error),
    );
    expect(told).toContain('asks somebody other than the person who called it');
    expect(asked).toEqual([]);
  });
});
