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
    { check: ({ id }) => (ids.includes(id) ? undefined : [id === 'dot' ? 'It is full.' : 'not offered']) },
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
      { key: 'flight', message: 'Which?', context: { ids: ['a', 'b'] }, seq: 0, attempt: 1 },
      { key: 'seat', message: 'Seat?', context: { hint: 'window' }, seq: 1, attempt: 1 },
    ]);
    expect(client.sampleCalls).toEqual([
      { messages: [{ role: 'user', content: 'Tip?' }], systemPrompt: undefined, branch: '' },
    ]);
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
    });
    expect(await run(() => runTool(tool, { to: 'LAX' }, client))).toBe('decline');
  });

  it('answers again what was refused, by the schema or by the tool, and tells what was wrong', async () => {
    const seen: unknown[] = [];
    const client = createMockClient({
      elicitResponses: [
        { key: 'flight', action: 'accept', content: {}, refused: true },
        { key: 'flight', action: 'accept', content: { id: 'z' }, refused: true },
        ({ context, issues, attempt }) => {
          seen.push(attempt, issues);
          return { action: 'accept', content: { id: (context['ids'] as string[])[1] } };
        },
        { key: 'seat', action: 'decline' },
      ],
      sampleResponses: ['unused'],
    });
    expect(await run(() => runTool(tool, { to: 'LAX' }, client))).toBe('decline');
    expect(seen).toEqual([3, [{ path: [], message: 'not offered' }]]);
    expect(client.elicitCalls).toMatchObject([
      { key: 'flight', seq: 0, attempt: 1, issues: undefined },
      { key: 'flight', seq: 0, attempt: 2, issues: [{ path: ['id'] }] },
      { key: 'flight', seq: 0, attempt: 3 },
      { key: 'seat', seq: 1, attempt: 1, issues: undefined },
    ]);
    expect(client.unused()).toEqual({ elicit: 0, sample: 1 });
  });

  it('says what the tool threw, and not what is left of the script', async () => {
    const throwing = declaration.execute(function* () {
      throw new Error('No seats left.');
    });
    const client = createMockClient({ elicitResponses: [flight] });
    await expect(run(() => runTool(throwing, { to: 'LAX' }, client))).rejects.toThrow('No seats left.');
    expect(client.unused()).toEqual({ elicit: 1, sample: 0 });
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
      'an answer that a sentence refuses',
      { elicitResponses: [{ action: 'accept', content: { id: 'dot' } } as const] },
      'ANSWER_REFUSED',
      /It is full\. Script/,
    ],
    [
      'an answer that does not fit',
      { elicitResponses: [{ action: 'accept', content: {} } as const] },
      'ANSWER_REFUSED',
      /"flight".*id: /,
    ],
    [
      'an answer that was to be refused and is taken',
      { elicitResponses: [{ ...flight, refused: true }, flight] },
      'ANSWER_NOT_REFUSED',
      /"flight"/,
    ],
    [
      'declining that was to be refused',
      { elicitResponses: [{ action: 'decline', refused: true } as const] },
      'ANSWER_NOT_REFUSED',
      /"flight"/,
    ],
    [
      'nothing behind an answer that is refused',
      { elicitResponses: [{ action: 'accept', content: { id: 'z' }, refused: true } as const] },
      'UNEXPECTED_ELICIT',
      /asked again "flight" .* since answer: not offered/,
    ],
    [
      'answers that nothing asked for',
      { elicitResponses: [{ action: 'decline' } as const, flight, seat] },
      'UNUSED_RESPONSES',
      /book ended.* the last 2 of elicitResponses/,
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
