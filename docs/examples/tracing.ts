import { trace, type Span, type Tracer } from '@opentelemetry/api';
import { createChatHandler, type ServerEvent } from 'elicitkit/server';
import { provider } from './model';
import { bookFlightTool } from './tool';

export function traceTo(tracer: Tracer) {
  const spans = new Map<string, Span>();
  return (event: ServerEvent) => {
    switch (event.type) {
      case 'session_created': {
        const attributes = { 'tool.name': event.toolName, 'tool.call_id': event.sessionId };
        spans.set(event.sessionId, tracer.startSpan('tool call', { attributes }));
        return;
      }
      case 'asked':
      case 'refused':
        spans.get(event.sessionId)?.addEvent(event.type, { key: event.key, attempt: event.attempt });
        return;
      case 'settled':
        spans.get(event.sessionId)?.addEvent('settled', {
          key: event.key,
          action: event.action,
          'person.duration_ms': event.duration,
        });
        return;
      case 'session_ended': {
        const span = spans.get(event.sessionId);
        span?.setAttribute('tool.status', event.status);
        if (event.status === 'failed') span?.setStatus({ code: 2 });
        span?.end();
        spans.delete(event.sessionId);
        return;
      }
      case 'tool_failed':
        spans.get(event.sessionId)?.recordException(exceptionOf(event.error));
        return;
      case 'error': {
        const span = tracer.startSpan('fault', { attributes: { where: event.where } });
        span.recordException(exceptionOf(event.error));
        span.end();
        return;
      }
      default:
        return;
    }
  };
}

export const chat = createChatHandler({ provider, tools: [bookFlightTool], onEvent: traceTo(trace.getTracer('chat')) });

const exceptionOf = (error: unknown) => (error instanceof Error ? error : String(error));
