/**
 * Shows an AG-UI agent's interrupts in a client's outlets.
 *
 * @module elicitkit/ag-ui-client
 */

export { connectAgUi, type AgUiConnection, type AgUiConnectionOptions } from './ag-ui-client/connect-ag-ui.ts';
export type {
  AgUiAgent,
  AgUiInterrupt,
  AgUiMessage,
  AgUiResumeEntry,
  AgUiSubscriber,
} from './ag-ui-client/ag-ui-agent.ts';
