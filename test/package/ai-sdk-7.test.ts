import { join } from 'node:path';
import type { AbstractChat as AbstractChat6, LanguageModel, UIMessage } from 'ai';
import { expect, it, vi } from 'vitest';
import type { ModelCall } from '../provider/ai-sdk-behaviour.ts';
import { root, run } from './project.ts';

// Installed here and not with everything else: version 7 asks for a newer Node than the package does.
const folder = join(root, 'test/ai-7');
run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder);
const sdk = join(folder, 'node_modules/ai/dist');

vi.doMock('ai', () => import(/* @vite-ignore */ `${sdk}/index.js`));
const { MockLanguageModelV4 } = (await import(/* @vite-ignore */ `${sdk}/test/index.js`)) as {
  MockLanguageModelV4: new (options: {
    doStream: (call: ModelCall) => Promise<{ stream: ReadableStream<unknown> }>;
  }) => LanguageModel;
};
const { describeAiSdkProvider } = await import('../provider/ai-sdk-behaviour.ts');

describeAiSdkProvider(
  'version 7',
  (answer) => new MockLanguageModelV4({ doStream: async (call) => ({ stream: answer(call) }) }),
  (data) => ({ type: 'data', data }),
);

const { AbstractChat } = (await import(/* @vite-ignore */ `${sdk}/index.js`)) as {
  AbstractChat: typeof AbstractChat6;
};
const { describeElicitTransport } = await import('../ai-sdk/engine-behaviour.ts');
describeElicitTransport('version 7', class extends AbstractChat<UIMessage> {});

const { describeElicitTools } = await import('../ai-sdk/elicit-tools-behaviour.ts');
describeElicitTools(
  'version 7',
  (answer) => new MockLanguageModelV4({ doStream: async (call) => ({ stream: answer(call) }) }),
);

it('compiles with version 7', () => {
  expect(run('npx', ['tsc', '-p', folder], root)).toBe('');
});
