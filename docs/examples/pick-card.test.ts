import { run } from 'effection';
import { createMockClient, runTool } from 'elicitkit/testing';
import { expect, it } from 'vitest';
import { pickCardTool } from './pick-card';

it('lets the model advise in a branch, and the person pick', async () => {
  const client = createMockClient({
    sampleResponses: ['They are all red.', 'Take the second.'],
    elicitResponses: [{ action: 'accept', content: { number: 2 } }],
  });
  const result = await run(() => runTool(pickCardTool, { count: 3, analyze: true }, client));
  expect(result).toHaveProperty('isWinner');
  expect(client.elicitCalls[0]?.message).toMatch('Take the second.');
  // The path of the branch that asked. The tool itself has none.
  expect(client.sampleCalls.map(({ branch }) => branch)).toEqual(['1', '1']);
});
