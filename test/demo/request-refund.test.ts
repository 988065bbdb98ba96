import { expect, it } from 'vitest';
import { requestRefundTool } from '../../demo/desk/request-refund.ts';
import { runInTerminal } from '../../src/terminal.ts';

it.each([
  ['Approve', 'Refund: The manager agreed, and 40\u00A0€ for order 1042 are on their way.'],
  ['Deny', 'Refund: The manager said no to order 1042.'],
])('a refund that a terminal decides names nobody: %s', async (decision, told) => {
  const answers = { decide: { decision } };
  expect(await runInTerminal(requestRefundTool, { order: '1042', euros: 40 }, { answers })).toBe(told);
});
