import { run } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  choicesQuestion,
  createMcpTool,
  dateQuestion,
  datesQuestion,
  filesQuestion,
  reviewQuestion,
  rowsQuestion,
  type AnyMcpTool,
} from '../../src/plugin.ts';
import { runInTerminal } from '../../src/terminal.ts';
import { createMockClient, runTool } from '../../src/testing.ts';
import { seatsQuestion, type SeatMap } from '../../src/travel.ts';
import { accept as answer, agent, createChat, questionOf, user } from '../chat/harness.ts';
import { connect, endpointOf } from '../mcp/harness.ts';
import { createPerson, down, enter } from '../terminal/person.ts';

const names = ['a', 'b', 'c', 'd'];
const rows = names.map((id) => ({ id, cells: { name: id } }));
const days = {
  min: '2026-12-20',
  max: '2027-01-10',
  unavailable: [{ from: '2026-12-25', to: '2026-12-26', reason: 'We are closed.' }],
};
const seat = (row: number, col: number, state: 'available' | 'occupied' = 'available') => {
  const letter = 'AB'[col]!;
  return { type: 'seat' as const, col, row, seat: letter, designator: `${row}${letter}`, state };
};
const seatMap: SeatMap = {
  passengers: ['Ann', 'Bob'].map((name) => ({ id: name.toLowerCase(), name })),
  decks: [
    {
      id: 'main',
      cabins: [
        {
          id: 'y',
          class: 'economy',
          columns: ['A', 'B'].map((letter) => ({ kind: 'seat', letter })),
          rows: [
            { number: 1, cells: [seat(1, 0), seat(1, 1, 'occupied')] },
            { number: 2, cells: [seat(2, 0), seat(2, 1)] },
          ],
        },
      ],
    },
  ],
};

const asking = (asked: object, context: object): AnyMcpTool =>
  createMcpTool('ask')
    .description('Asks')
    .parameters(z.object({}))
    .elicits({ it: asked as typeof choicesQuestion })
    .execute(function* (_, ctx) {
      const answered = yield* ctx.elicit('it', { message: 'Which?', ...context } as never);
      return answered.action === 'accept' ? JSON.stringify(answered.content) : 'Nothing.';
    });

const choices = asking(choicesQuestion, { choices: names, min: 2, max: 3 });
const some = asking(choicesQuestion, { choices: names });
const bills = asking(rowsQuestion, { columns: [{ key: 'name', label: 'Name' }], rows, min: 2, max: 3 });
const files = asking(filesQuestion, { minFiles: 2, maxFiles: 3 });
const day = asking(dateQuestion, days);
const stay = asking(datesQuestion, { ...days, minNights: 2, maxNights: 4 });
const review = asking(reviewQuestion, { text: 'Hello' });
const seats = asking(seatsQuestion, { seatMap });

const seated = (...all: [passengerId: string, row: number, seat: string][]) => ({
  selections: all.map(([passengerId, row, letter]) => ({ passengerId, row, seat: letter })),
});

/** An answer that the question's card could not send, and what is said of it. */
interface Broken {
  tool: AnyMcpTool;
  right: object;
  wrong: object;
  issue: { path: (string | number)[]; message: string };
}

const broken: Record<string, Broken> = {};

function breaks(tool: AnyMcpTool, right: object, all: Record<string, [wrong: object, ...(string | number)[]]>) {
  for (const [name, [wrong, ...rest]] of Object.entries(all)) {
    broken[name] = { tool, right, wrong, issue: { path: rest.slice(0, -1), message: `${rest.at(-1)}` } };
  }
}

breaks(
  choices,
  { choices: ['a', 'b'] },
  {
    'too few choices': [{ choices: ['a'] }, 'choices', 'Choose at least 2.'],
    'too many choices': [{ choices: names }, 'choices', 'Choose at most 3.'],
    'a choice twice': [{ choices: ['a', 'a'] }, 'choices', 'Choose each only once.'],
  },
);
breaks(some, { choices: ['a'] }, { 'no choice': [{ choices: [] }, 'choices', 'Choose at least 1.'] });
breaks(
  bills,
  { rows: ['a', 'b'] },
  {
    'too few rows': [{ rows: ['a'] }, 'rows', 'Choose at least 2.'],
    'too many rows': [{ rows: names }, 'rows', 'Choose at most 3.'],
    'a row twice': [{ rows: ['a', 'b', 'a'] }, 'rows', 'Choose each only once.'],
  },
);
breaks(
  files,
  { files: ['a', 'b'] },
  {
    'too few files': [{ files: ['a'] }, 'files', 'Choose at least 2.'],
    'too many files': [{ files: names }, 'files', 'Choose at most 3.'],
  },
);
breaks(
  day,
  { date: '2026-12-24' },
  {
    'an early day': [{ date: '2026-12-19' }, 'date', 'Choose 2026-12-20 or a later day.'],
    'a late day': [{ date: '2027-01-11' }, 'date', 'Choose 2027-01-10 or an earlier day.'],
    'a day that is unavailable': [{ date: '2026-12-26' }, 'date', '2026-12-26 cannot be chosen: We are closed.'],
    'a day of the year 0': [{ date: '0000-12-26' }, 'date', 'Write a day that exists, as YYYY-MM-DD.'],
  },
);
breaks(
  stay,
  { from: '2026-12-21', to: '2026-12-23' },
  {
    'too few nights': [{ from: '2026-12-21', to: '2026-12-22' }, 'to', 'Choose at least 2 nights.'],
    'too many nights': [{ from: '2026-12-27', to: '2027-01-05' }, 'to', 'Choose at most 4 nights.'],
    'nights over a day that is unavailable': [
      { from: '2026-12-24', to: '2026-12-27' },
      'to',
      '2026-12-25 cannot be chosen: We are closed.',
    ],
  },
);
breaks(
  review,
  { verdict: 'approve' },
  {
    'a text that may not be edited': [{ verdict: 'approve', text: 'Bye' }, 'text', 'This text cannot be edited.'],
    'a text sent back without a word': [{ verdict: 'revise', comment: ' ' }, 'comment', 'Say what should change.'],
  },
);
breaks(seats, seated(['ann', 1, 'A'], ['bob', 2, 'A']), {
  'a seat twice': [seated(['ann', 1, 'A'], ['bob', 1, 'A']), 'selections', 1, 'Seat 1A was given out twice.'],
  'a taken seat': [seated(['ann', 1, 'A'], ['bob', 1, 'B']), 'selections', 1, 'Seat 1B: taken. Choose another one.'],
  'a seat that is not there': [
    seated(['ann', 9, 'A'], ['bob', 1, 'A']),
    'selections',
    0,
    'There is no seat 9A. Choose another one.',
  ],
  'a passenger without a seat': [seated(['ann', 1, 'A']), 'selections', 'Choose a seat for Bob.'],
  'two seats for one': [
    seated(['ann', 1, 'A'], ['bob', 2, 'A'], ['bob', 2, 'B']),
    'selections',
    2,
    'Bob has a seat already.',
  ],
  'a stranger': [
    seated(['ann', 1, 'A'], ['bob', 2, 'A'], ['eve', 2, 'B']),
    'selections',
    2,
    'There is no such passenger.',
  ],
});

const all = Object.entries(broken);

it.each(all)(
  '%s, sent past a card, is refused where it is, and asked again',
  async (_, { tool, wrong, right, issue }) => {
    const accepted = (content: object) => ({ action: 'accept', content }) as const;
    const client = createMockClient({ elicitResponses: [{ ...accepted(wrong), refused: true }, accepted(right)] });
    expect(await run(() => runTool(tool, {}, client))).toBe(JSON.stringify(right));
    expect(client.elicitCalls.map(({ issues = [] }) => issues)).toEqual([[], [issue]]);
  },
);

it.each(all)('%s is refused over the wire of the chat', async (_, { tool, wrong, issue }) => {
  const chat = createChat(agent([{ name: 'ask', arguments: {} }]), { tools: [tool] });
  const asked = questionOf(await chat.post({ conversationId: 'c', messages: [user('Ask')] }));
  const told = await chat.post({ conversationId: 'c', pluginElicitResponses: [answer(asked, wrong)] });
  expect(questionOf(told)).toMatchObject({ attempt: 2, issues: [issue] });
});

it.each(all)('%s is refused in a file of answers for a terminal', async (_, { tool, wrong, issue }) => {
  const { input, output } = createPerson();
  const nobody = { input: Object.assign(input, { isTTY: false }), output: Object.assign(output, { isTTY: false }) };
  const options = { ...nobody, answers: { it: wrong } };
  await expect(runInTerminal(tool as never, {} as never, options as never)).rejects.toMatchObject({
    code: 'TERMINAL_REFUSED',
    message: expect.stringContaining(issue.message),
  });
});

/** A host of MCP sends flat answers alone. */
const flat = all.filter(([, { wrong }]) => !('selections' in wrong));

describe.each(['modern', 'legacy'] as const)('over MCP, %s,', (era) => {
  it.each(flat)('%s is refused', async (_, { tool, wrong, right, issue }) => {
    const contents = [wrong, right];
    const { client, asked } = await connect(endpointOf([tool]), era, {
      onAsked: () => ({ action: 'accept', content: contents.shift() }),
    });
    const { content } = await client.callTool({ name: 'ask', arguments: {} });
    expect(asked.map(({ message }) => message.includes(issue.message))).toEqual([false, true]);
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(right) }]);
  });
});

it.each<[string, AnyMcpTool, object, object, object]>([
  ['two seats', seats, { ann: '1-A', bob: '1-A' }, { ann: '1-A', bob: '2-A' }, ['bob']],
  ['files', files, { ids: 'a' }, { ids: 'a, b' }, ['ids']],
  ['a comment', review, { verdict: 'revise' }, { verdict: 'approve' }, ['comment']],
])('what is wrong with %s is told at the field of a flat form', async (_, tool, wrong, right, path) => {
  const accepted = (content: object) => ({ action: 'accept', content }) as const;
  const client = createMockClient({ elicitResponses: [{ ...accepted(wrong), refused: true }, accepted(right)] });
  await run(() => runTool(tool, {}, client));
  expect(client.elicitCalls[1]?.issues).toMatchObject([{ path }]);
});

it('a question with more data keeps its limits, and gets one more', async () => {
  const more = filesQuestion.with({ check: ({ files: [first] }) => (first === 'a' ? ['Not a.'] : []) });
  const accepted = (...ids: string[]) => ({ action: 'accept', content: { files: ids } }) as const;
  const refused = [accepted(...names), accepted('a', 'b')].map((one) => ({ ...one, refused: true }));
  const client = createMockClient({ elicitResponses: [...refused, accepted('b', 'c')] });
  await run(() => runTool(asking(more, { maxFiles: 3 }), {}, client));
  expect(client.elicitCalls.slice(1).map(({ issues }) => issues)).toEqual([
    [{ path: ['files'], message: 'Choose at most 3.' }],
    [{ path: [], message: 'Not a.' }],
  ]);
});

describe('how many can be chosen', () => {
  const openChoices = asking(choicesQuestion, { choices: names, other: true, min: 2, max: 3 });
  const fewFree = asking(choicesQuestion, {
    choices: ['a', { value: 'b', label: 'B', disabled: { reason: 'Gone.' } }],
    min: 2,
  });

  it.each<[string, AnyMcpTool, string, object]>([
    ['choices', choices, 'choices', { minItems: 2, maxItems: 3 }],
    ['choices without limits', some, 'choices', { minItems: 1 }],
    ['rows', bills, 'rows', { minItems: 2, maxItems: 3 }],
    ['choices beside a text, which counts, too', openChoices, 'choices', { maxItems: 3 }],
    ['more choices than are free', fewFree, 'choices', { minItems: 1 }],
  ])('is said by a flat form: of %s', async (_, tool, name, counts) => {
    const { client, asked } = await connect(endpointOf([tool]), 'modern', { onAsked: () => ({ action: 'decline' }) });
    await client.callTool({ name: 'ask', arguments: {} });
    const { minItems, maxItems } = (asked[0]?.requestedSchema?.properties[name] ?? {}) as Record<string, unknown>;
    expect({ minItems, maxItems }).toEqual({ minItems: undefined, maxItems: undefined, ...counts });
  });

  it('is said at a terminal, which refuses other answers in words', async () => {
    const person = createPerson();
    const { input, output } = person;
    const result = runInTerminal(choices as never, {} as never, { input, output } as never);
    await person.sees('Choose 2 to 3.');
    person.press(' ', enter);
    await person.sees('Choose at least 2 options');
    await expect.poll(person.isMarking).toBe(true);
    person.press(down, ' ', enter);
    expect(await result).toBe(JSON.stringify({ choices: ['a', 'b'] }));
  });
});
