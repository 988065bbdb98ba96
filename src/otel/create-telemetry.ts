import { metrics, trace, type Meter, type Tracer } from '@opentelemetry/api';
import { guardListener, type GiveTraceparent, type OnServerEvent } from '../session/server-event.ts';
import { createCallSpans } from './call-spans.ts';
import { createQuestionMetrics } from './question-metrics.ts';

/** Options for a chat handler, a call handler or an MCP endpoint. */
export interface Telemetry {
  readonly onEvent: OnServerEvent;
  readonly traceparent: GiveTraceparent;
}

/** Options of `createTelemetry`. */
export interface TelemetryOptions {
  /** Makes the spans. @default the global provider's tracer `elicitkit` */
  tracer?: Tracer | undefined;
  /** Makes the metrics. @default the global provider's meter `elicitkit` */
  meter?: Meter | undefined;
  /** Gets each event, too. Spans hold no error messages, so log these here. @default errors go to the console */
  onEvent?: OnServerEvent | undefined;
}

/**
 * Trace and count calls and their questions. Make one for each handler or endpoint: it knows a call by its id.
 *
 * A call has one span in each process that holds it. All of them are in the trace in which the call began. Spans and
 * metrics hold names, ids, outcomes and durations, and nothing that people, models or tools say.
 *
 * @example
 * const telemetry = createTelemetry({ tracer: trace.getTracer('chat'), meter: metrics.getMeter('chat') });
 * export const POST = createChatHandler({ provider, tools: [bookFlightTool], ...telemetry });
 */
export function createTelemetry(options: TelemetryOptions = {}): Telemetry {
  const { tracer = trace.getTracer('elicitkit'), meter = metrics.getMeter('elicitkit') } = options;
  const spans = createCallSpans(tracer);
  const questions = createQuestionMetrics(meter);
  const hear = guardListener(options.onEvent);
  return {
    onEvent(event) {
      spans.hear(event);
      questions.hear(event);
      hear(event);
    },
    traceparent: spans.traceparent,
  };
}
