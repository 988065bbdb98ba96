import { createScriptedProvider } from 'elicitkit/testing';

/**
 * A script in place of a model, so that you need no key. For a real one, install `@ai-sdk/openai-compatible` and `ai`:
 *
 *   import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
 *   import { aiSdkProvider } from 'elicitkit/ai-sdk';
 *   const models = createOpenAICompatible({ name: 'mine', baseURL: 'http://localhost:11434/v1' });
 *   export const provider = aiSdkProvider(models('qwen3'));
 */
export const provider = createScriptedProvider((messages) => {
  const last = messages.at(-1);
  if (last?.role === 'tool') return { text: last.content };
  return { toolCalls: [{ name: 'order_pizza', arguments: { topping: 'mushroom' } }] };
});
