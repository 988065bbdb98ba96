import { run } from 'effection';
import { createMockClient, runTool, type MockElicitResponse } from 'elicitkit/testing';
import { expect, it } from 'vitest';
import { checkInTool } from './check-in-tool';

const checkIn = (...elicitResponses: MockElicitResponse[]) => {
  const client = createMockClient({ elicitResponses });
  return { client, result: run(() => runTool(checkInTool, { booking: 'EK7' }, client)) };
};
const ada: MockElicitResponse = { key: 'passenger', action: 'accept', content: { name: 'Ada' } };

it('answers from what was asked, and sees what was asked', async () => {
  const { client, result } = checkIn(ada, ({ context }) => {
    const [first] = context['choices'] as { value: string }[];
    return { action: 'accept', content: { choice: first?.value } };
  });
  expect(await result).toBe('Ada is checked in for EK7, bags: none.');
  expect(client.elicitCalls.map(({ message }) => message)).toEqual(['Who is flying?', 'How many bags?']);
  expect(client.notifications).toMatchObject([{ message: 'Looking at what your fare includes…' }]);
});

it.each([
  [{ action: 'decline', reason: 'I stay at home.' }, 'I stay at home.'],
  [{ action: 'cancel', reason: 'expired' }, 'nobody answered in time'],
  [{ action: 'cancel', reason: 'interrupted' }, 'wrote something else'],
] as const)('tells the model what became of %j', async (ending, words) => {
  expect(await checkIn(ada, ending).result).toContain(words);
});

it('refuses bags that were not offered, and asks again', async () => {
  const nine: MockElicitResponse = { key: 'bags', action: 'accept', content: { choice: 'nine' }, refused: true };
  const { client, result } = checkIn(ada, nine, { action: 'accept', content: { choice: 'none' } });
  expect(await result).toBe('Ada is checked in for EK7, bags: none.');
  expect(client.elicitCalls[2]).toMatchObject({
    attempt: 2,
    issues: [{ path: ['choice'], message: 'That is not on offer. Choose one from the list.' }],
  });
});
