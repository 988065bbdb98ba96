import { run, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { createMockClient, runTool } from '../../src/testing.ts';

const declaration = createMcpTool('book')
  .description('Book')
  .parameters(z.object({ to: z.string() }))
  .elicits({
    flight: { response: z.object({ id: z.string() }), context: z.object({ ids: z.array(z.string()) }) },
    seat: z.object({ row: z.coerce.number() }),
  });

const tool = declaration.execute(function* (
  { to },
  ctx,
): Operation<{ flight: string; row: number; tip: string } | string> {
  yield* ctx.log('info', `to ${to}`);
  const ids = ['a', 'b'];
  const flight = yield* ctx.elicit(
    'flight',
    { message: 'Which?', ids },
    { check: ({ id }) => (ids.includes(id) ? undefined : ['not offered']) },
  );
  if (flight.action !== 'accept') return flight.action;
  yield* ctx.notify('half', 1, 2);
  const seat = yield* ctx.elicit('seat', { message: 'Seat?', hint: 'window' });
  if (seat.action !== 'accept') return seat.action;
  const { text } = yield* ctx.sample({ prompt: 'Tip?' });
  return { flight: flight.content.id, row: seat.content.row, tip: text };
});

const flight = { action: 'accept', content: { id: 'b' } } as const;
const seat = { action: 'accept', content: { row: '7' } } as const;

describe('a mock client', () => {
  it('answers, and records what was asked', async () => {
    const client = createMockClient({ elicitResponses: [flight, seat], sampleResponses: ['Go early.'] });
    const result = await run(() => runTool(tool, { to: 'LAX' }, client));
    expect(result).toEqual({ flight: 'b', row: 7, tip: 'Go early.' });
    expect(client.elicitCalls).toEqual([
      { key: 'flight', message: 'Which?', context: { ids: ['a', 'b'] }, seq: 0 },
      { key: 'seat', message: 'Seat?', context: { hint: 'window' }, seq: 1 },
    ]);
    expect(client.sampleCalls).toEqual([{ messages: [{ role: 'user', content: 'Tip?' }], systemPrompt: undefined }]);
    expect(client.logs).toEqual([{ level: 'info', message: 'to LAX' }]);
    expect(client.notifications).toEqual([{ message: 'half', progress: 1, total: 2 }]);
    expect(client.unused()).toEqual({ elicit: 0, sample: 0 });
  });

  it('makes an answer from the question', async () => {
    const client = createMockClient({
      elicitResponses: [
        ({ context }) => ({ action: 'accept', content: { id: (context['ids'] as string[])[0] } }),
        { action: 'decline' },
      ],
      sampleResponses: ['unused'],
    });
    expect(await run(() => runTool(tool, { to: 'LAX' }, client))).toBe('decline');
    expect(client.unused()).toEqual({ elicit: 0, sample: 1 });
  });

  it.each([
    ['a question too many', { elicitResponses: [flight] }, 'UNEXPECTED_ELICIT', /asked "seat"/],
    [
      'another question',
      { elicitResponses: [{ ...seat, key: 'seat' }] },
      'UNEXPECTED_ELICIT',
      /asked "flight".*"seat" next/,
    ],
    ['a sample too many', { elicitResponses: [flight, seat] }, 'UNEXPECTED_SAMPLE', /Tip\?/],
    [
      'an answer that the check refuses',
      { elicitResponses: [{ action: 'accept', content: { id: 'z' } } as const] },
      'ANSWER_REFUSED',
      /not offered/,
    ],
    [
      'an answer that does not fit',
      { elicitResponses: [{ action: 'accept', content: {} } as const] },
      'ANSWER_REFUSED',
      /"flight".*id: /,
    ],
  ])('fails loudly on %s, and no try in the tool hides it', async (_, script, code, message) => {
    const hiding = declaration.execute(function* (params, ctx) {
      try {
        return yield* tool.run(params, ctx);
      } catch {
        return 'hidden';
      }
    });
    const failing = run(() => runTool(hiding, { to: 'LAX' }, createMockClient(script)));
    await expect(failing).rejects.toMatchObject({ code, message: expect.stringMatching(message) as string });
  });

  it('makes the provider fail', async () => {
    const client = createMockClient({ elicitResponses: [flight, seat], sampleResponses: [new Error('overloaded')] });
    await expect(run(() => runTool(tool, { to: 'LAX' }, client))).rejects.toMatchObject({ code: 'SAMPLE_FAILED' });
  });
});
