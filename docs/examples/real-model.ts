import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { aiSdkProvider } from 'elicitkit/ai-sdk';

const models = createOpenAICompatible({
  name: 'my-models',
  baseURL: process.env['MODEL_URL'] ?? 'http://localhost:11434/v1',
  apiKey: process.env['MODEL_KEY'] ?? '',
});

export const provider = aiSdkProvider(models(process.env['MODEL'] ?? 'qwen3'), { temperature: 0 });
