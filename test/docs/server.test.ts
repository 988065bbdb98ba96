import { afterEach, expect, it, vi } from 'vitest';
import { trace, type Span, type Tracer } from '@opentelemetry/api';
import { createPluginClient } from '../../src/client.ts';
import { createChatHandler } from '../../src/server.ts';
import { createScriptedProvider, memoryTransport } from '../../src/testing.ts';
import { begin, calls, outcomeOf } from '../../docs/examples/calls.ts';
import { chat as mounted } from '../../docs/examples/mounted.ts';
import { bookFlightPlugin } from '../../docs/examples/plugin.ts';
import { bookFlightTool } from '../../docs/examples/tool.ts';
import { chat as traced, traceTo } from '../../docs/examples/tracing.ts';
import { eventually } from '../eventually.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

it('turns those away who do not say who they are, and asks those who do', async () => {
  open.push(mounted);
  const onError = vi.fn<() => void>();
  const anonymous = createPluginClient({ transport: memoryTransport(mounted), plugins: [], retry: false, onError });
  const ada = createPluginClient({
    transport: memoryTransport(mounted),
    plugins: [bookFlightPlugin],
    headers: { authorization: 'Bearer ada' },
  });
  open.push(anonymous, ada);

  await anonymous.send('Book me a flight');
  expect(anonymous.getSnapshot().problem).toMatchObject({ code: 'HTTP_ERROR' });
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ status: 401 }));
  expect(anonymous.getSnapshot().pending).toEqual([]);

  await ada.send('Book me a flight');
  expect(ada.getSnapshot().pending).toHaveLength(1);
});

it('runs the tools of a host that runs its own model', async () => {
  open.push(calls);
  expect(await begin('c', 'call-1', { from: 'NYC', destination: 'LAX' })).toEqual({ status: 'asks' });
  const page = createPluginClient({
    transport: memoryTransport(calls),
    conversationId: 'c',
    plugins: [bookFlightPlugin],
    storage: false,
  });
  open.push(page);
  await page.attach();
  const outcome = outcomeOf('c', 'call-1');
  const [item] = page.getSnapshot().pending;
  expect(item?.callId).toBe('call-1');
  if (item?.status === 'pending') item.decline();
  expect(await outcome).toContain('did not pick');
  expect(await outcomeOf('c', 'other')).toContain('Outcome unknown');
});

it('makes a span of a booking, with its questions on it and how it ended', async () => {
  const { tracer, told } = recordingTracer();
  const chat = createChatHandler({
    provider: createScriptedProvider([
      { toolCalls: [{ name: 'book_flight', arguments: { from: 'NYC', destination: 'LAX' } }] },
      { text: 'Walk.' },
      { text: 'Done.' },
    ]),
    tools: [bookFlightTool],
    onEvent: traceTo(tracer),
  });
  const client = createPluginClient({ transport: memoryTransport(chat), plugins: [bookFlightPlugin] });
  open.push(client, chat);

  await client.send('Book me a flight');
  await eventually(() => expect(client.getSnapshot().pending[0]?.views[0]?.active).toBe(true));
  client.getSnapshot().pending[0]?.views[0]?.answer({ flightId: 'SH142' });
  await eventually(() => expect(client.getSnapshot().messages.at(-1)?.content).toBe('Done.'));

  expect(told).toEqual(['tool call', 'asked pickFlight', 'settled pickFlight', 'tool.status completed', 'end']);
});

it('asks all the same where no tracer is set up', async () => {
  open.push(traced);
  const client = createPluginClient({ transport: memoryTransport(traced), plugins: [bookFlightPlugin] });
  open.push(client);
  await client.send('Book me a flight');
  expect(client.getSnapshot().pending).toHaveLength(1);
});

it('puts what a tool throws on the span of its call', async () => {
  const { tracer, told } = recordingTracer();
  const hear = traceTo(tracer);
  const about = { sessionId: 'call_1', toolName: 'weather' };
  hear({ type: 'session_created', ...about });
  hear({ type: 'tool_failed', ...about, error: new Error('The station is down') });
  hear({ type: 'session_ended', ...about, status: 'failed', code: 'TOOL_FAILED', duration: 1 });
  expect(told).toEqual(['tool call', 'Error: The station is down', 'tool.status failed', 'status 2', 'end']);
});

/** A tracer that tells what became of its spans, in OpenTelemetry's own types. */
function recordingTracer(): { tracer: Tracer; told: string[] } {
  const told: string[] = [];
  const none = trace.getTracer('none');
  const tracer: Tracer = {
    startActiveSpan: none.startActiveSpan.bind(none),
    startSpan(name) {
      told.push(name);
      const span = none.startSpan(name);
      return Object.assign(Object.create(span) as Span, {
        addEvent: (event: string, { key }: { key: string }) => told.push(`${event} ${key}`),
        setAttribute: (attribute: string, value: string) => told.push(`${attribute} ${value}`),
        setStatus: ({ code }: { code: number }) => told.push(`status ${code}`),
        recordException: (error: unknown) => told.push(String(error)),
        end: () => told.push('end'),
      });
    },
  };
  return { tracer, told };
}
