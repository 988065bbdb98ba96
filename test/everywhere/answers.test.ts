import { beforeEach, expect, it } from 'vitest';
import { emptyLedger } from '../demo/empty-ledger.ts';
import { ada, createPerson } from './person.ts';
import { withAnswers } from './places.ts';
import { tools } from './tools.ts';

beforeEach(emptyLedger);

it.each(tools)('with a file of answers, $tool.name comes to its end', async ({ tool, params, end }) => {
  const { result } = await withAnswers(tool as never, params as never, createPerson(ada));
  expect(result).toMatch(end);
});
