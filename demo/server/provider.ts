import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { aiSdkProvider } from 'elicitkit/ai-sdk';
import type { ChatProvider } from 'elicitkit/server';
import { createDemoModel } from './model.ts';

/**
 * The demo's model: a real one if `ELICITKIT_MODEL` or `ELICITKIT_MODEL_URL` is set, else the scripted one.
 *
 * @param env - `ELICITKIT_MODEL` names the model (default `qwen3`), `ELICITKIT_MODEL_URL` is the base URL of an
 *   OpenAI-compatible API (default `http://localhost:11434/v1`), and `ELICITKIT_MODEL_KEY` is its key
 */
export function demoProvider(env: NodeJS.ProcessEnv): ChatProvider {
  const { ELICITKIT_MODEL: model, ELICITKIT_MODEL_URL: baseURL, ELICITKIT_MODEL_KEY: apiKey } = env;
  // An empty variable counts as none.
  if (!model && !baseURL) return createDemoModel();
  const models = createOpenAICompatible({
    name: 'demo',
    baseURL: baseURL || 'http://localhost:11434/v1',
    ...(apiKey && { apiKey }),
    includeUsage: true,
  });
  return aiSdkProvider(models(model || 'qwen3'));
}
