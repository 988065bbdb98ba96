import { createOpenAICompatible } from '@ai-sdk/openai-compatible';

const models = createOpenAICompatible({ name: 'my-models', baseURL: 'http://localhost:11434/v1' });

export const model = models('qwen3');
