import { HttpAgent, type AbstractAgent } from '@ag-ui/client';
import type { Event, RunAgentInput } from '@ag-ui/core';
import { describe, expectTypeOf, it } from 'vitest';
import { createAgUiHandler } from '../../src/ag-ui.ts';
import type { createNarrator } from '../../src/ag-ui/narrator.ts';
import type { RunInput } from '../../src/ag-ui/run-input.ts';
import { connectAgUi, type AgUiAgent, type AgUiConnection } from '../../src/ag-ui-client.ts';
import type { PluginClient } from '../../src/client.ts';
import { createChatHandler } from '../../src/server.ts';

const chat = createChatHandler({} as never);

describe('createAgUiHandler', () => {
  it('makes a response of a request', () => {
    expectTypeOf(createAgUiHandler(chat)).toEqualTypeOf<(request: Request) => Promise<Response>>();
    // @ts-expect-error: the limits are the chat's
    createAgUiHandler(chat, { limits: { bytes: 1 } });
    // @ts-expect-error: it needs a chat
    createAgUiHandler({});
  });

  it('reads and tells what AG-UI says', () => {
    expectTypeOf<NonNullable<RunAgentInput['resume']>>().toExtend<RunInput['resume']>();
    type Told = ReturnType<ReturnType<typeof createNarrator>['end']> extends Iterable<infer Each> ? Each : never;
    expectTypeOf<Told>().toExtend<Event>();
  });
});

describe('connectAgUi', () => {
  const client = {} as PluginClient;

  it('takes the official agents', () => {
    expectTypeOf<HttpAgent>().toExtend<AgUiAgent>();
    expectTypeOf<AbstractAgent>().toExtend<AgUiAgent>();
    const agent = new HttpAgent({ url: '/api/agent' });
    expectTypeOf(connectAgUi(client, agent, { name: 'Agent' })).toEqualTypeOf<AgUiConnection>();
  });

  it('wants a name for the agent, which is yours', () => {
    // @ts-expect-error: an agent's own name is not to be trusted
    connectAgUi(client, new HttpAgent({ url: '/api/agent' }), {});
  });
});
