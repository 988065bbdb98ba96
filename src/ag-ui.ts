/**
 * Serves a chat as an AG-UI agent.
 *
 * @module elicitkit/ag-ui
 */

export { createAgUiHandler } from './ag-ui/create-ag-ui-handler.ts';
