import { afterEach, expect, it, vi } from 'vitest';
import { trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { createPluginClient } from '../../src/client.ts';
import { memoryTransport } from '../../src/testing.ts';
import { begin, calls, outcomeOf } from '../../docs/examples/calls.ts';
import { chat as mounted } from '../../docs/examples/mounted.ts';
import { bookFlightPlugin } from '../../docs/examples/plugin.ts';
import { chat as traced } from '../../docs/examples/telemetry.ts';
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

it('traces a booking through the SDK of the app, and asks all the same where there is none', async () => {
  open.push(traced);
  const client = createPluginClient({ transport: memoryTransport(traced), plugins: [bookFlightPlugin] });
  open.push(client);
  await client.send('Book me a flight');
  expect(client.getSnapshot().pending).toHaveLength(1);

  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  const other = createPluginClient({
    transport: memoryTransport(traced),
    plugins: [bookFlightPlugin],
    conversationId: 'traced',
    storage: false,
  });
  open.push(other);
  await other.send('Book me a flight');
  const [item] = other.getSnapshot().pending;
  if (item?.status === 'pending') item.decline();
  await eventually(() =>
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toContain('execute_tool book_flight'),
  );
});
