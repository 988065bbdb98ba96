import { run } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { choiceQuestion, choicesQuestion, createMcpTool, question, type Choice } from '../../src/plugin.ts';
import { offerOf } from '../../src/tool/choices.ts';
import { createMockClient, runTool } from '../../src/testing.ts';

const accept = (content: unknown) => ({ action: 'accept', content }) as const;
const refused = (content: unknown) => ({ ...accept(content), refused: true }) as const;
const menu: (string | Choice)[] = [
  { value: 'r', label: 'Rye', group: 'Bread', amount: '$3.00' },
  { value: 'w', label: 'Wine', disabled: { reason: 'Sold out.' } },
  'Oil',
];

const order = (other: boolean | undefined, choices = menu) =>
  createMcpTool('order')
    .description('x')
    .parameters(z.object({}))
    .elicits({ dish: choiceQuestion })
    .execute((_, ctx) => ctx.elicit('dish', { message: 'Which?', choices, other }));

const pack = createMcpTool('pack')
  .description('x')
  .parameters(z.object({}))
  .elicits({ things: choicesQuestion })
  .execute((_, ctx) => ctx.elicit('things', { message: 'Which?', choices: menu, other: true }));

async function answered(tool: ReturnType<typeof order> | typeof pack, ...elicitResponses: ReturnType<typeof accept>[]) {
  const client = createMockClient({ elicitResponses });
  const result: unknown = await run(() => runTool(tool, {}, client));
  const issues = client.elicitCalls.flatMap((call) => call.issues ?? []);
  return { result, issues };
}

/** What a place without the card gets. */
function plainOf(other: boolean | undefined, choices = menu): unknown {
  const json = z.toJSONSchema(choiceQuestion.response) as never;
  const offer = offerOf(json, choiceQuestion['~offers'], { choices, other }, 'order.dish');
  return typeof offer === 'symbol' ? undefined : offer.plain;
}

describe('a question that takes other texts', () => {
  it.each([
    ['as a card sends it', { choice: ' Stew ' }, { choice: 'Stew' }],
    ['in the field beside the list', { choice: 'r', choice_other: 'Stew' }, { choice: 'Stew' }],
    ['of the list, where that field is empty', { choice: 'Oil', choice_other: '' }, { choice: 'Oil' }],
  ])('gets one %s', async (_, sent, answer) => {
    expect((await answered(order(true), accept(sent))).result).toEqual(accept(answer));
  });

  it.each([
    ['nothing', {}, 'Choose one from the list, or write your own answer.'],
    ['spaces', { choice: '  ' }, 'Choose one from the list, or write your own answer.'],
    ['too much', { choice: 'x'.repeat(121) }, 'That is too long. Write at most 120 characters.'],
    ['what cannot be chosen', { choice: 'w' }, 'Wine: Sold out. Choose another one.'],
    ['no text', { choice: 7 }, 'That is not on offer. Choose one from the list.'],
  ])('refuses %s, in words', async (_, sent, message) => {
    const { issues } = await answered(order(true), refused(sent), accept({ choice: 'r' }));
    expect(issues).toEqual([{ path: ['choice'], message }]);
  });

  it('has a field for them beside the list, and needs neither', () => {
    expect(plainOf(true)).toMatchObject({
      required: [],
      properties: { choice: { type: 'string' }, choice_other: { type: 'string', title: 'Other', maxLength: 120 } },
    });
  });

  it('is only that field where the list is empty', async () => {
    const { result } = await answered(order(true, []), accept({ choice_other: 'Stew' }));
    expect(plainOf(true, [])).toEqual(expect.objectContaining({ properties: { choice_other: expect.anything() } }));
    expect(result).toEqual(accept({ choice: 'Stew' }));
  });

  it('takes them beside several choices', async () => {
    const { result } = await answered(pack, accept({ choices: ['r'], choices_other: 'Tent' }));
    expect(result).toEqual(accept({ choices: ['r', 'Tent'] }));
    expect((await answered(pack, accept({ choices: ['Tent'] }))).result).toEqual(accept({ choices: ['Tent'] }));
  });

  it('is one that says so', async () => {
    const { issues } = await answered(order(undefined), refused({ choice: 'Stew' }), accept({ choice: 'r' }));
    expect(issues).toEqual([{ path: ['choice'], message: 'That is not on offer. Choose one from the list.' }]);
    expect(plainOf(undefined)).toMatchObject({ required: ['choice'] });
    const wrong = question({
      response: z.object({ dish: z.string() }),
      choices: { dish: () => ({ choices: [], others: true }) as never },
    });
    const tool = createMcpTool('menu').description('x').parameters(z.object({})).elicits({ wrong });
    const asking = tool.execute((_, ctx) => ctx.elicit('wrong', { message: 'Which?' }));
    await expect(answered(asking as never)).rejects.toThrow(
      'menu.elicits.wrong.choices.dish takes no "others". It takes choices, other, min, max.',
    );
  });
});

it('a list says groups and amounts in words', () => {
  expect(plainOf(false)).toMatchObject({
    properties: {
      choice: {
        oneOf: [
          { const: 'r', title: 'Bread: Rye, $3.00', group: 'Bread' },
          { const: 'Oil', title: 'Oil' },
        ],
      },
    },
  });
});

it.each([
  [0, undefined],
  [1, 'Not available: Steak 0 (Sold out).'],
  [4, 'Not available: Steak 0 (Sold out), Steak 1 (Sold out), Steak 2 (Sold out), Steak 3 (Sold out).'],
  [5, '5 more are not available.'],
])('a list says of %i choices that cannot be made: %s', (count, said) => {
  const barred = Array.from({ length: count }, (_, nth) => ({
    value: `${nth}`,
    label: `Steak ${nth}`,
    disabled: { reason: 'Sold out.' },
  }));
  const { properties } = plainOf(false, ['Soup', ...barred]) as { properties: { choice: { description?: string } } };
  expect(properties.choice.description).toBe(said);
});
