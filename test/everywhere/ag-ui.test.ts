import { beforeEach, expect, it } from 'vitest';
import { emptyLedger } from '../demo/empty-ledger.ts';
import { ada, createPerson } from './person.ts';
import { overAgUi } from './places.ts';
import { tools } from './tools.ts';

beforeEach(emptyLedger);

it.each(tools)('over AG-UI, in a client that knows nothing of us, $tool.name comes to its end', async (one) => {
  const { tool, params, end } = one;
  const { result, seen } = await overAgUi(tool as never, params as never, createPerson(ada));

  expect(result).toMatch(end);
  expect(seen.join('\n')).not.toContain('not on offer');
});
