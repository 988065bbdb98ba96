import { beforeEach, describe, expect, it } from 'vitest';
import { emptyLedger } from '../demo/empty-ledger.ts';
import { ada, createPerson } from './person.ts';
import { inHost } from './places.ts';
import { tools } from './tools.ts';

beforeEach(emptyLedger);

describe.each(['modern', 'legacy'] as const)('in a host of MCP that knows nothing of us, %s,', (era) => {
  it.each(tools)('$tool.name comes to its end', async ({ tool, params, end }) => {
    const { result, seen } = await inHost(era)(tool as never, params as never, createPerson(ada));

    expect(result).toMatch(end);
    // What was asked once was not asked again.
    expect(seen.join('\n')).not.toContain('not on offer');
  });
});
