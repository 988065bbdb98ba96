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
