/**
 * What tests need: a scripted model, a stand-in for the person, a client without a network.
 *
 * @module elicitkit/testing
 */

export { memoryTransport } from './testing/memory-transport.ts';
export { createMockClient, MockClientError, runTool } from './testing/mock-client.ts';
export type {
  MockAnswer,
  MockClient,
  MockClientOptions,
  MockElicitCall,
  MockElicitResponse,
  MockSampleCall,
  MockUrlAnswer,
  ResultOf,
} from './testing/mock-client.ts';
export {
  createScriptedProvider,
  ScriptEndedError,
  type ScriptedCall,
  type ScriptedProvider,
  type ScriptedProviderOptions,
  type ScriptedToolCall,
  type ScriptedTurn,
  type WriteTurn,
} from './testing/scripted-provider.ts';
