import { ensure, run } from 'effection';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { createPluginSessionManager } from '../../src/session/plugin-session-manager.ts';
import type { ServerEvent } from '../../src/session/server-event.ts';
import { createScriptedProvider } from '../../src/testing.ts';

const price = createMcpTool('price')
  .description('The price of a city')
  .parameters(z.object({}))
  .elicits({})
  .execute(function* () {
    return 40;
  });
const trip = createMcpTool('trip')
  .description('Plan a trip')
  .parameters(z.object({}))
  .elicits({})
  .execute((_, ctx) =>
    ctx.branch((inner) => inner.sample({ prompt: 'Rome?', tools: true }), { tools: [price] as const }),
  );

it.each([
  ['gives a model its own data back with what the tools say', 's1', { signature: 's1' }, undefined],
  ['leaves out data of a model that are too much, and tells the host', 'x'.repeat(2_000_000), undefined, 'ANSWER_CUT'],
])('a sample %s', (_, signature, providerData, code) =>
  run(function* () {
    const provider = createScriptedProvider([
      { text: '', toolCalls: [{ name: 'price', arguments: {} }], providerData: { signature } },
      { text: 'Forty.' },
    ]);
    const told: ServerEvent[] = [];
    const manager = createPluginSessionManager({ provider, tools: [trip], onEvent: (event) => told.push(event) });
    yield* ensure(() => manager.close());
    const session = yield* manager.create({ tool: trip, params: {}, callId: 'call_1', owner: undefined });
    const events = session.getEvents();
    while ((yield* events.next()).value.event.type !== 'ended');
    const [, asked] = provider.calls[1]?.messages ?? [];
    expect(asked).toMatchObject({ role: 'assistant', tool_calls: [{}] });
    expect(asked?.providerData).toEqual(providerData);
    expect(told.flatMap((event) => (event.type === 'error' ? [(event.error as { code: string }).code] : []))).toEqual(
      code === undefined ? [] : [code],
    );
  }),
);
