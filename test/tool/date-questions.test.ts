import { run } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, dateQuestion, datesQuestion } from '../../src/plugin.ts';
import { createMockClient, runTool } from '../../src/testing.ts';
import { offerOf } from '../../src/tool/choices.ts';

const unavailable = [
  { date: '2026-12-25', reason: 'We are closed.' },
  { from: '2026-12-28', to: '2026-12-30', reason: 'All rooms are taken.' },
];
const context = { min: '2026-12-20', max: '2027-01-10', unavailable };

const visit = createMcpTool('visit')
  .description('x')
  .parameters(z.object({}))
  .elicits({ day: dateQuestion })
  .execute((_, ctx) => ctx.elicit('day', { message: 'When?', ...context }));
const stay = createMcpTool('stay')
  .description('x')
  .parameters(z.object({}))
  .elicits({ days: datesQuestion })
  .execute((_, ctx) => ctx.elicit('days', { message: 'When?', ...context, minNights: 2, maxNights: 4 }));

const accept = (content: unknown) => ({ action: 'accept', content }) as const;

/** What the tool says to an answer that it refuses, before it takes the other one. */
async function refusals(tool: typeof visit | typeof stay, wrong: unknown, right: unknown) {
  const client = createMockClient({ elicitResponses: [{ ...accept(wrong), refused: true }, accept(right)] });
  expect(await run(() => runTool(tool as typeof visit, {}, client))).toEqual(accept(right));
  return client.elicitCalls.flatMap(({ issues = [] }) => issues);
}

describe('a question for a day', () => {
  it.each([
    ['that does not exist', '2027-02-29', 'Write a day that exists, as YYYY-MM-DD.'],
    ['before the first one', '2026-12-19', 'Choose 2026-12-20 or a later day.'],
    ['after the last one', '2027-01-11', 'Choose 2027-01-10 or an earlier day.'],
    ['that is unavailable', '2026-12-25', '2026-12-25 cannot be chosen: We are closed.'],
    ['among some that are unavailable', '2026-12-30', '2026-12-30 cannot be chosen: All rooms are taken.'],
  ])('refuses one %s, at its field', async (_, date, message) => {
    expect(await refusals(visit, { date }, { date: '2026-12-24' })).toEqual([{ path: ['date'], message }]);
  });

  it.each(['0001-01-01', '2028-02-29', '9999-12-31'])('takes each real day, such as %s', async (date) => {
    expect(dateQuestion.response.safeParse({ date }).success).toBe(true);
  });

  it('says what is unavailable where there is no card', () => {
    const offer = offerOf(z.toJSONSchema(dateQuestion.response) as never, dateQuestion['~offers'], context, 'x');
    expect(offer).toMatchObject({
      plain: {
        properties: {
          date: {
            type: 'string',
            format: 'date',
            title: 'Date',
            description: '2026-12-20 or later. 2027-01-10 or earlier.',
          },
        },
      },
      inWords: 'Not available:\n- 2026-12-25: We are closed.\n- 2026-12-28 to 2026-12-30: All rooms are taken.',
    });
  });
});

describe('a question for days', () => {
  const right = { from: '2026-12-21', to: '2026-12-24' };

  it.each([
    [
      'the last day is first',
      ['to'],
      { from: '2026-12-24', to: '2026-12-21' },
      'The last day is before the first one.',
    ],
    ['it is short', ['to'], { from: '2026-12-21', to: '2026-12-22' }, 'Choose at least 2 nights.'],
    ['it is long', ['to'], { from: '2026-12-31', to: '2027-01-05' }, 'Choose at most 4 nights.'],
    [
      'a day between is unavailable',
      ['to'],
      { from: '2026-12-24', to: '2026-12-26' },
      '2026-12-25 cannot be chosen: We are closed.',
    ],
    ['it begins early', ['from'], { from: '2026-12-19', to: '2026-12-22' }, 'Choose 2026-12-20 or a later day.'],
  ])('refuses them where %s, at a field', async (_, path, wrong, message) => {
    expect(await refusals(stay, wrong, right)).toEqual([{ path, message }]);
  });
});

it('a question for days with wrong limits is refused by its name', async () => {
  const tool = createMcpTool('visit')
    .description('x')
    .parameters(z.object({}))
    .elicits({ day: dateQuestion })
    .execute((_, ctx) => ctx.elicit('day', { message: 'When?', unavailable: [{ day: '2026-12-25' } as never] }));
  const client = createMockClient({ elicitResponses: [accept({ date: '2026-12-24' })] });
  await expect(run(() => runTool(tool, {}, client))).rejects.toThrow(
    'Write { date, reason }, or { from, to, reason }.',
  );
});
