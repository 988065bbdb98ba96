/**
 * Spans and metrics of calls, for OpenTelemetry.
 *
 * @module elicitkit/otel
 */

export { createTelemetry, type Telemetry, type TelemetryOptions } from './otel/create-telemetry.ts';
