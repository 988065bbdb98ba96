import { describe, expect, it } from 'vitest';
import { demoProvider } from '../../demo/server/provider.ts';
import { ticTacToeTool } from '../../demo/tic-tac-toe/tool.ts';
import { createChatHandler } from '../../src/server.ts';
import { say, serveOpenAi } from '../provider/openai-server.ts';

async function reply(env: NodeJS.ProcessEnv, content: string): Promise<string> {
  const handler = createChatHandler({ provider: demoProvider(env), tools: [ticTacToeTool] });
  const body = JSON.stringify({ messages: [{ role: 'user', content }] });
  const headers = { 'content-type': 'application/json' };
  const response = await handler(new Request('http://demo.test/', { method: 'POST', headers, body }));
  const text = await response.text();
  await handler.close();
  return text;
}

describe('the model of the demo', () => {
  it('is a real one where its address is set', async () => {
    const { baseURL, requests } = await serveOpenAi((_, response) => say(response, [{ content: 'A real model.' }]));
    const env = { ELICITKIT_MODEL: 'small', ELICITKIT_MODEL_URL: baseURL, ELICITKIT_MODEL_KEY: 'key-1' };
    expect(await reply(env, 'Hello')).toContain('A real model.');
    expect(requests[0]?.headers.authorization).toBe('Bearer key-1');
    expect(requests[0]?.body).toMatchObject({ model: 'small', tools: [{ function: { name: 'tic_tac_toe' } }] });
  });

  it('plays with a real model, and asks the person', async () => {
    const { baseURL } = await serveOpenAi((_, response) => {
      const game = { name: 'tic_tac_toe', arguments: '{}' };
      say(response, [{ tool_calls: [{ index: 0, id: 'a', type: 'function', function: game }] }], 'tool_calls');
    });
    expect(await reply({ ELICITKIT_MODEL_URL: baseURL }, 'Play with me')).toContain('plugin_elicit_request');
  });

  it.each([{}, { ELICITKIT_MODEL: '', ELICITKIT_MODEL_URL: '' }])('is the scripted one with %o', async (env) => {
    expect(await reply(env, 'hello')).toContain('Where would you like to fly?');
  });
});
