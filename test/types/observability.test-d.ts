import { expectTypeOf, it } from 'vitest';
import { createChatHandler, type ChatHandlerOptions, type ServerEvent } from '../../src/server.ts';

/** As much of OpenTelemetry's API as the example in docs/observability.md uses. */
interface Span {
  addEvent(name: string, attributes?: Record<string, string | number>): unknown;
  setAttribute(name: string, value: string | number): unknown;
  setStatus(status: { code: number }): unknown;
  recordException(error: Error | string): void;
  end(): void;
}
interface Tracer {
  startSpan(name: string, options?: { attributes?: Record<string, string | number> }): Span;
}

// The example of docs/observability.md, word for word.
function traceTo(tracer: Tracer) {
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
      case 'error': {
        const span = tracer.startSpan('fault', { attributes: { where: event.where } });
        span.recordException(event.error instanceof Error ? event.error : String(event.error));
        span.end();
        return;
      }
      default:
        return;
    }
  };
}

it('takes the documented tracer as its listener', () => {
  expectTypeOf(traceTo).returns.toEqualTypeOf<(event: ServerEvent) => void>();
  expectTypeOf<ReturnType<typeof traceTo>>().toExtend<NonNullable<ChatHandlerOptions['onEvent']>>();
  expectTypeOf(createChatHandler).parameter(0).toHaveProperty('onEvent');
});
