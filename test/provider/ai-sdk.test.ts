import { MockLanguageModelV3 } from 'ai/test';
import { describeAiSdkProvider, type ModelCall } from './ai-sdk-behaviour.ts';

describeAiSdkProvider(
  'version 6',
  (answer) =>
    new MockLanguageModelV3({
      doStream: async (call) => ({ stream: answer(call as ModelCall) as never }),
    }),
);
