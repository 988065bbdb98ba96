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

const counter = createMcpTool('count')
  .description('Count')
  .parameters(z.object({}))
  .elicits({})
  .execute(function* (_params, ctx) {
    for (const done of [1, 2, 3]) yield* ctx.notify('Counting', done, 3);
    return 'Counted';
  });

describe.each(['legacy', 'modern'] as const)('a client of the %s era', (era) => {
  it("lets its model answer a tool's sample", async () => {
    const { client } = await connect(endpointOf([poet]), era, { onSample: () => 'Roses are red.' });

    const result = await client.callTool({ name: 'write_poem', arguments: {} });

    expect(result.content).toEqual([{ type: 'text', text: 'Roses are red.' }]);
  });

  it('hears all progress of a tool that waits for nothing', async () => {
    const { client } = await connect(endpointOf([counter]), era);
    const heard: number[] = [];

    await client.callTool({ name: 'count', arguments: {} }, { onprogress: ({ progress }) => heard.push(progress) });

    expect(heard).toEqual([1, 2, 3]);
  });
});
