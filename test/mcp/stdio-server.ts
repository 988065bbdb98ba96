// A program that tests start: an airline on standard input and output, or over HTTP if it is told so.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ensure, suspend } from 'effection';
import * as z from 'zod';
import { nodeListener } from '../../src/command/node-listener.ts';
import { createMcpEndpoint } from '../../src/mcp.ts';
import { serveStdio } from '../../src/mcp-stdio.ts';
import { createMcpTool } from '../../src/plugin.ts';
import { sameTools } from './same-tools.ts';
import { createTrip } from './trip.ts';

const hold = createMcpTool('hold')
  .description('Ask, and tell of the clean-up')
  .parameters(z.object({}))
  .elicits({ sure: z.object({ ok: z.boolean() }) })
  .execute(function* (_, ctx) {
    yield* ensure(() => console.error('Cleaned up.'));
    yield* ctx.elicit('sure', { message: 'Are you sure?' });
    return 'Sure.';
  });

const work = createMcpTool('work')
  .description('Work without an end, and tell of the clean-up')
  .parameters(z.object({}))
  .elicits({})
  .execute(function* (_, ctx) {
    return yield* ctx.step('work', function* () {
      yield* ensure(() => console.error('Cleaned up.'));
      console.error('At work.');
      yield* suspend();
      return 'Never.';
    });
  });

const options = { name: 'airline', version: '1.0.0', tools: [...sameTools, hold, work, createTrip().trip] };
if (process.argv[2] === 'http') {
  const mcp = createMcpEndpoint({ ...options, principal: 'anonymous' });
  const server = createServer(nodeListener((request) => mcp.fetch(request)));
  server.listen(0, '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  });
} else {
  await serveStdio(options).closed;
  console.error('Closed.');
}
