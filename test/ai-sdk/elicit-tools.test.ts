import { MockLanguageModelV3 } from 'ai/test';
import { describeElicitTools } from './elicit-tools-behaviour.ts';

describeElicitTools(
  'version 6',
  (answer) => new MockLanguageModelV3({ doStream: async (call) => ({ stream: answer(call) as never }) }),
);
