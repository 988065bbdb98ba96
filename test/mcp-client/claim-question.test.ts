import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { claimQuestion } from '../../src/mcp-client/claim-question.ts';
import { createPluginRegistry } from '../../src/plugin/plugin-registry.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';

const Ask = (_props: { onRespond: (answer: { value: string }) => void }) => null;
const pluginOf = (tool: string, key: string) =>
  makePlugin(
    createMcpTool(tool)
      .description(tool)
      .parameters(z.object({}))
      .elicits({ [key]: z.object({ value: z.string() }) }),
  )
    .onElicit({ [key]: answerWith(Ask, () => ({})) })
    .build();

const registry = createPluginRegistry([
  pluginOf('book_flight', 'pick'),
  pluginOf('book_hotel', 'pick'),
  pluginOf('pay', 'card'),
]);
const claim = (toolName: string | undefined, key: string | undefined) => claimQuestion(registry, { toolName, key });

describe('a question of a server', () => {
  it('goes to the plugin of its tool that has its key', () => {
    expect(claim('book_hotel', 'pick')).toEqual({ toolName: 'book_hotel', key: 'pick' });
    expect(claim('pay', 'card')).toEqual({ toolName: 'pay', key: 'card' });
  });

  it('goes to the only plugin that has its key, whichever tool asks', () => {
    expect(claim('checkout', 'card')).toEqual({ toolName: 'pay', key: 'card' });
    expect(claim(undefined, 'card')).toEqual({ toolName: 'pay', key: 'card' });
    expect(claim('book_hotel', 'card')).toEqual({ toolName: 'pay', key: 'card' });
  });

  it('goes to none where several have its key, and nobody knows which is meant', () => {
    expect(claim('checkout', 'pick')).toEqual({ toolName: 'checkout', key: 'pick' });
    expect(claim(undefined, 'pick')).toEqual({ toolName: '', key: 'pick' });
  });

  it('goes to none where it has no key, or one of every object', () => {
    expect(claim('pay', undefined)).toEqual({ toolName: 'pay', key: '' });
    expect(claim(undefined, undefined)).toEqual({ toolName: '', key: '' });
    expect(claim('pay', 'constructor')).toEqual({ toolName: 'pay', key: 'constructor' });
    expect(claim('__proto__', 'toString')).toEqual({ toolName: '__proto__', key: 'toString' });
  });
});
