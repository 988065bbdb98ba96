import { expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { answering, endpointOf, keys, leg, sharedStore } from './harness.ts';

const ask = createMcpTool('ask')
  .description('Ask')
  .parameters(z.object({}))
  .elicits({ name: z.object({ name: z.string() }) })
  .execute(function* (_, ctx) {
    const given = yield* ctx.elicit('name', { message: 'Your name?' });
    return given.action === 'accept' ? `Hello, ${given.content.name}.` : given.action;
  });

it('a call commits at most three times in its first leg, and four times in its last', async () => {
  const store = sharedStore();
  let commits = 0;
  const mcp = endpointOf([ask], {
    keys,
    store: {
      ...store,
      commit(commit) {
        commits += 1;
        return store.commit(commit);
      },
    },
  });
  const call = { name: 'ask', arguments: {} };
  const asked = await leg(mcp, call);
  expect(asked.result?.inputRequests).toBeDefined();
  expect(commits).toBeLessThanOrEqual(3);

  commits = 0;
  const done = await leg(mcp, { ...call, ...answering(asked, { name: 'Ada' }) });
  expect(done.result?.content?.[0]?.text).toBe('Hello, Ada.');
  expect(commits).toBeLessThanOrEqual(4);
});
