/**
 * For tests: a scripted model, a simulated person, and a client without a network.
 *
 * @module elicitkit/testing
 */

export { memoryTransport } from './testing/memory-transport.ts';
export { createMockClient, runTool } from './testing/mock-client.ts';
export type {
  MockAnswer,
  MockClient,
  MockClientError,
  MockClientOptions,
  MockElicitCall,
  MockElicitResponse,
  MockSampleCall,
  MockSampleResponse,
  MockUrlAnswer,
} from './testing/mock-client.ts';
export type { StoreRuleError } from './testing/store-checks.ts';
export { storeContract, type StoreRule } from './testing/store-contract.ts';
export type { ParamsOf, ResultOf } from './tool/tool-facts.ts';
export {
  createScriptedProvider,
  type ScriptEndedError,
  type ScriptedCall,
  type ScriptedProvider,
  type ScriptedProviderOptions,
  type ScriptedToolCall,
  type ScriptedTurn,
  type WriteTurn,
} from './testing/scripted-provider.ts';
