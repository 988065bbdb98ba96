import { MockLanguageModelV3 } from 'ai-6/test';
import { vi } from 'vitest';
import { describeAiSdkProvider, type ModelCall } from './ai-sdk-behaviour.ts';

vi.mock('ai', () => import('ai-6'));

describeAiSdkProvider(
  'version 6',
  (answer) =>
    new MockLanguageModelV3({
      doStream: async (call) => ({ stream: answer(call as ModelCall) as never }),
    }),
);
