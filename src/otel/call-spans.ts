import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api';
import type { AboutSession, ServerEvent } from '../session/server-event.ts';

/** A call that this process holds. */
interface Held {
  readonly span: Span;
  /** The class of what the tool threw. */
  errorType?: string | undefined;
}

/**
 * Makes the spans of calls from what the server tells. Names and attributes follow the semantic conventions for tool
 * executions:
 * https://github.com/open-telemetry/semantic-conventions-genai
 *
 * A call outlives its process as a message does, so its trace is made as that of messages is: what is kept with the call
 * is the context in which it was created.
 */
export function createCallSpans(tracer: Tracer) {
  const held = new Map<string, Held>();

  function begin(event: Extract<ServerEvent, { type: 'session_created' | 'session_resumed' }>): void {
    const { sessionId, toolName, traceparent } = event;
    const created = readContext(traceparent);
    const around = trace.getSpanContext(context.active());
    const isElsewhere = around !== undefined && isSpanContextValid(around) && around.spanId !== created?.spanId;
    const links = created !== undefined && isElsewhere ? [{ context: around }] : [];
    const attributes = { ...aboutCall(event), 'elicitkit.call.resumed': event.type === 'session_resumed' };
    const parent = created === undefined ? context.active() : trace.setSpanContext(context.active(), created);
    const span = tracer.startSpan(`execute_tool ${toolName}`, { kind: SpanKind.INTERNAL, attributes, links }, parent);
    held.set(sessionId, { span });
  }

  function end({ sessionId }: AboutSession, attributes: Attributes, errorType?: string): void {
    const span = held.get(sessionId)?.span;
    span?.setAttributes(attributes);
    if (span !== undefined && errorType !== undefined) fail(span, errorType);
    span?.end();
    held.delete(sessionId);
  }

  function addStep(event: Extract<ServerEvent, { type: 'step_ended' }>): void {
    const call = held.get(event.sessionId);
    if (call === undefined) return;
    const { name, status, code, duration } = event;
    const endTime = Date.now();
    const attributes = { 'elicitkit.step.name': name, 'elicitkit.step.status': status };
    const parent = trace.setSpan(ROOT_CONTEXT, call.span);
    const span = tracer.startSpan(`step ${name}`, { attributes, startTime: endTime - duration }, parent);
    if (status === 'failed') fail(span, code ?? otherError);
    span.end(endTime);
  }

  return {
    traceparent(call: AboutSession): string {
      const around = trace.getSpanContext(context.active());
      if (around !== undefined && isSpanContextValid(around)) return traceparentOf(around);
      const attributes = aboutCall(call);
      const span = tracer.startSpan(`create ${call.toolName}`, { kind: SpanKind.PRODUCER, attributes });
      span.end();
      return traceparentOf(span.spanContext());
    },
    hear(event: ServerEvent): void {
      switch (event.type) {
        case 'session_created':
        case 'session_resumed':
          begin(event);
          return;
        case 'session_left':
          end(event, { 'elicitkit.call.status': event.why });
          return;
        case 'session_ended': {
          const { status, code } = event;
          const isFailed = status === 'failed';
          const errorType = isFailed ? (held.get(event.sessionId)?.errorType ?? code ?? otherError) : undefined;
          end(event, { 'elicitkit.call.status': status }, errorType);
          return;
        }
        case 'asked':
        case 'refused':
        case 'settled': {
          const { key } = event;
          const more =
            event.type === 'settled'
              ? { 'elicitkit.answer.outcome': outcomeOf(event) }
              : { 'elicitkit.question.attempt': event.attempt };
          const attributes = { 'elicitkit.question.key': key, ...more };
          held.get(event.sessionId)?.span.addEvent(`elicitkit.question.${event.type}`, attributes);
          return;
        }
        case 'step_ended':
          addStep(event);
          return;
        case 'tool_failed': {
          const call = held.get(event.sessionId);
          if (call !== undefined) call.errorType = errorTypeOf(event.error);
          return;
        }
        default:
          return;
      }
    },
  };
}

/** How a question ended: `accept`, `decline`, or the reason for which it was cancelled. */
export function outcomeOf({ action, reason }: Extract<ServerEvent, { type: 'settled' }>): string {
  return reason ?? action;
}

function aboutCall({ sessionId, toolName }: AboutSession): Attributes {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': toolName,
    'gen_ai.tool.call.id': sessionId,
    'gen_ai.tool.type': 'function',
  };
}

/** The conventions' name for an error without a class. */
const otherError = '_OTHER';

function fail(span: Span, errorType: string): void {
  // No message: it may quote anything.
  span.setAttribute('error.type', errorType);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function errorTypeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return [code, name].find((each): each is string => typeof each === 'string' && each !== '') ?? otherError;
}

function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** The server keeps only what has the form of a `traceparent`. */
function readContext(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = traceparent?.split('-') ?? [];
  const created = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(created) ? created : undefined;
}
