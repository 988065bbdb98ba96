import { expect, it } from 'vitest';
import type { PluginClient } from '../../src/client.ts';
import { createCompletions } from '../../src/mcp-client/completions.ts';
import { createQuestionDesk } from '../../src/mcp-client/question-desk.ts';
import { createRateLimit } from '../../src/mcp-client/limits.ts';
import { wordsIn } from '../../src/mcp-client/words.ts';
import { ownWords } from '../../src/ui/language/language.ts';
import { createHarness } from '../client/harness.ts';

it('a page that cannot be asked for takes no question’s place', async () => {
  const { client, snapshot, errors } = createHarness();
  let isBroken = true;
  const failing: PluginClient = {
    ...client,
    get '~asking'() {
      if (isBroken) throw new Error('broken');
      return client['~asking'];
    },
  };
  const desk = createQuestionDesk({
    client: failing,
    server: { name: 'Acme' },
    deadline: Infinity,
    limit: createRateLimit({ open: 1 }),
    completions: createCompletions(),
    claim: undefined,
    words: () => wordsIn(ownWords),
  });
  const call = { callId: 'c', toolName: 'pay', params: {}, signal: new AbortController().signal };
  const meta = { progressToken: undefined, key: undefined, toolName: undefined };
  const question = { mode: 'url', message: 'Pay', url: 'https://pay.test/', elicitationId: 'a', meta } as const;
  const page = { question, key: '0', isPage: true };

  expect(desk.askFor(call, page, async () => undefined)).toBeUndefined();
  expect(errors).toMatchObject([{ code: 'MCP_BAD_REQUEST', cause: { message: 'broken' } }]);
  isBroken = false;
  const asked = desk.askFor(call, page, async () => undefined);
  desk.clear();
  expect(await asked?.ended).toMatchObject({ action: 'cancel' });
  expect(snapshot().items).toHaveLength(1);
});
