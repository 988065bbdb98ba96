import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fromAskGenerator } from '../../src/ask.ts';
import { serveStdio } from '../../src/mcp-stdio.ts';
import { createMcpEndpoint, createMcpTools } from '../../src/mcp.ts';
import { createMcpTool } from '../../src/plugin.ts';
import { keys, sharedStore } from './harness.ts';

const declared = createMcpTool('greet').description('Greets').parameters(z.object({})).elicits({});
const tool = declared.execute(function* () {
  return 'Hello';
});
const once = fromAskGenerator('once', { description: 'Runs once', parameters: z.object({}) }, function* () {
  return 'done';
});
const store = sharedStore();
const about = { name: 'airline', version: '1.0.0', principal: 'anonymous' };

describe.each([
  ['createMcpTools', createMcpTools],
  ['createMcpEndpoint', createMcpEndpoint],
  ['serveStdio', serveStdio],
] as const)('errors of %s', (name, make) => {
  it.each<[string, object, string]>([
    ['no tools', { tools: undefined }, 'tools is not an array'],
    ['no principal', { tools: [], principal: '' }, 'principal is missing'],
    ['a store and sealed', { tools: [], store, sealed: true }, 'with sealed: true nothing is stored'],
    ['a declaration', { tools: [declared] }, 'greet is a declaration'],
    ['two tools of one name', { tools: [tool, { ...tool }] }, 'two tools are greet'],
    [
      'a tool that no process stays for',
      { tools: [once], store, keys, limits: { sweepEvery: Infinity } },
      'once cannot be',
    ],
  ])('begin with its name: %s', (_, options, words) => {
    expect(() => make({ ...about, ...options } as never)).toThrow(`${name}: ${words}`);
  });
});
