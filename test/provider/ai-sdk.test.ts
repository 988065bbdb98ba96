import { MockLanguageModelV4 } from 'ai/test';
import { describeAiSdkProvider, type ModelCall } from './ai-sdk-behaviour.ts';

describeAiSdkProvider(
  'version 7',
  (answer) =>
    new MockLanguageModelV4({
      doStream: async (call) => ({ stream: answer(call as ModelCall) as never }),
    }),
);
