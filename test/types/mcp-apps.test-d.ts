import { describe, expectTypeOf, it } from 'vitest';
import { createMcpEndpoint } from '../../src/mcp.ts';
import { readMcpApps, type McpApp } from '../../src/mcp-apps.ts';
import { showApp } from '../../src/mcp-apps-frame.ts';
import { german } from '../../src/messages-de.ts';
import type { Plugin } from '../../src/plugin.ts';

declare const plugin: Plugin;
const about = { name: 'airline', version: '1.0.0', tools: [], principal: 'anonymous' };

describe('apps', () => {
  it('are what an endpoint takes', () => {
    expectTypeOf(readMcpApps).returns.toEqualTypeOf<McpApp[]>();
    createMcpEndpoint({ ...about, apps: readMcpApps('./apps') });
    // @ts-expect-error an app answers a question of a tool
    createMcpEndpoint({ ...about, apps: [{ html: '<p>Which?</p>' }] });
    // @ts-expect-error a folder has to be read
    createMcpEndpoint({ ...about, apps: './apps' });
  });
});

describe('showApp', () => {
  it('takes plugins, and words of other languages', () => {
    expectTypeOf(showApp({ plugins: [plugin], languages: [german] })).resolves.toBeVoid();
    // @ts-expect-error without plugins there is no card
    void showApp({ languages: [german] });
  });
});
