import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { connect, endpointOf } from './harness.ts';

// What the conformance suite found. `npm run conformance` runs all of it.

const poet = createMcpTool('write_poem')
  .description('Write a poem')
  .parameters(z.object({}))
  .elicits({})
  .execute(function* (_params, ctx) {
    yield* ctx.notify('Asking', 1, 2);
    const { text } = yield* ctx.sample({ prompt: 'A poem?' });
    yield* ctx.notify('Done', 2, 2);
    return text;
  });

describe.each(['legacy', 'modern'] as const)('a client of the %s era', (era) => {
  it("lets its model answer a tool's sample", async () => {
    const { client } = await connect(endpointOf([poet]), era, { onSample: () => 'Roses are red.' });

    const result = await client.callTool({ name: 'write_poem', arguments: {} });

    expect(result.content).toEqual([{ type: 'text', text: 'Roses are red.' }]);
  });
});
