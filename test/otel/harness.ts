import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { onTestFinished } from 'vitest';
import { createTelemetry } from '../../src/otel.ts';
import type { ServerEvent } from '../../src/server.ts';

/** What one process exports. */
export function openTelemetry() {
  const spans = new InMemorySpanExporter();
  const tracing = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  const exported = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: exported, exportIntervalMillis: 2 ** 30 });
  const metering = new MeterProvider({ readers: [reader] });
  onTestFinished(async () => {
    await tracing.shutdown();
    await metering.shutdown();
  });
  const events: ServerEvent[] = [];
  const telemetry = createTelemetry({
    tracer: tracing.getTracer('test'),
    meter: metering.getMeter('test'),
    onEvent: (event) => events.push(event),
  });

  /** The spans that have ended, by name. */
  const named = (name: string) => spans.getFinishedSpans().filter((span) => span.name === name);
  return {
    telemetry,
    events,
    spans: () => spans.getFinishedSpans(),
    named,
    /** What has become of the calls here, in order. */
    holds: () =>
      events.flatMap((event) => (isHold(event) ? [event.type === 'session_left' ? event.why : event.type] : [])),
    /** Each point of a metric, as its value with its attributes. A histogram's value is how many it counted. */
    async points(name: string) {
      exported.reset();
      await reader.forceFlush();
      return exported
        .getMetrics()
        .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
        .filter(({ descriptor }) => descriptor.name === name)
        .flatMap(({ dataPoints }) =>
          (dataPoints as { value: number | { count: number; sum: number }; attributes: object }[]).map(
            ({ value, attributes }) => ({ value, ...attributes }),
          ),
        );
    },
  };
}

type Hold = Extract<ServerEvent, { type: 'session_created' | 'session_resumed' | 'session_left' | 'session_ended' }>;

const isHold = (event: ServerEvent): event is Hold =>
  ['session_created', 'session_resumed', 'session_left', 'session_ended'].includes(event.type);
