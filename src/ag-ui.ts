/**
 * Serves a chat as an AG-UI agent.
 *
 * @module elicitkit/ag-ui
 */

export { createAgUiHandler, type AgUiHandlerOptions } from './ag-ui/create-ag-ui-handler.ts';
export type { RunInputLimits } from './ag-ui/run-input.ts';
