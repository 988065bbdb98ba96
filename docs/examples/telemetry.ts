import { metrics, trace } from '@opentelemetry/api';
import { createTelemetry } from 'elicitkit/otel';
import { createChatHandler } from 'elicitkit/server';
import { provider } from './model';
import { bookFlightTool } from './tool';

export const telemetry = createTelemetry({ tracer: trace.getTracer('chat'), meter: metrics.getMeter('chat') });

export const chat = createChatHandler({ provider, tools: [bookFlightTool], ...telemetry });
