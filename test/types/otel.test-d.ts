import type { Meter, Tracer } from '@opentelemetry/api';
import { describe, expectTypeOf, it } from 'vitest';
import { createMcpEndpoint } from '../../src/mcp.ts';
import { createTelemetry } from '../../src/otel.ts';
import {
  createCallHandler,
  createChatHandler,
  createPluginSessionManager,
  type ServerEvent,
} from '../../src/server.ts';
import { createScriptedProvider } from '../../src/testing.ts';

const provider = createScriptedProvider([]);

describe('telemetry', () => {
  it('fits into every front end', () => {
    const telemetry = createTelemetry();
    createChatHandler({ provider, tools: [], ...telemetry });
    createCallHandler({ tools: [], ...telemetry });
    createPluginSessionManager({ provider, ...telemetry });
    createMcpEndpoint({ name: 'a', version: '1', tools: [], principal: 'anonymous', ...telemetry });
  });

  it("takes the app's own tracer and meter, and hands events on", () => {
    createTelemetry({ tracer: {} as Tracer, meter: {} as Meter });
    createTelemetry({ onEvent: (event) => expectTypeOf(event).toEqualTypeOf<ServerEvent>() });
    // @ts-expect-error a provider is no tracer
    createTelemetry({ tracer: {} as { getTracer: () => Tracer } });
  });

  it('says why a process lets a call go', () => {
    type Left = Extract<ServerEvent, { type: 'session_left' }>;
    expectTypeOf<Left['why']>().toEqualTypeOf<'parked' | 'closed' | 'lost'>();
  });
});
