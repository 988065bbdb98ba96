import { afterEach, describe, expect, it, vi } from 'vitest';
import { elicitationCapabilities, type McpAppsOptions } from '../../src/mcp-client.ts';
import { readApp } from '../../src/mcp-client/read-app.ts';

const uri = 'ui://acme/app';
const mimeType = 'text/html;profile=mcp-app';
const page = (csp: unknown, more: object = {}) => ({
  contents: [{ uri, mimeType, text: '<p>Hi</p>', _meta: { ui: { csp, ...more } } }],
});
const policyOf = (csp: unknown, domains: Omit<McpAppsOptions, 'frame'> = {}) =>
  /content="([^"]*)"/.exec(readApp(page(csp), uri, domains).html)?.[1] ?? '';
const rule = (policy: string, name: string) =>
  policy
    .split('; ')
    .find((each) => each.startsWith(`${name} `))
    ?.trim();

describe('the policy of an app', () => {
  it('comes before the page, and reaches nothing unless both sides name it', () => {
    const { html } = readApp(page(undefined), uri, { connectDomains: ['https://api.acme.example'] });

    expect(html).toMatch(/^<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; /);
    expect(html).toMatch(/<p>Hi<\/p>$/);
    expect(rule(policyOf({ connectDomains: ['https://evil.example'] }), 'connect-src')).toBe("connect-src 'none'");
    expect(rule(policyOf(undefined, { connectDomains: ['https://a.example'] }), 'connect-src')).toBe(
      "connect-src 'none'",
    );
  });

  it('allows what both sides name, by what it is for', () => {
    const [api, cdn] = ['https://api.acme.example', 'https://*.cdn.example:8443'];
    const csp = { connectDomains: [api, 'https://evil.example'], resourceDomains: [cdn, api] };
    const policy = policyOf(csp, { connectDomains: [api, cdn], resourceDomains: [cdn] });

    expect(rule(policy, 'connect-src')).toBe(`connect-src ${api}`);
    expect(rule(policy, 'script-src')).toBe(`script-src 'unsafe-inline' ${cdn}`);
    expect(rule(policy, 'img-src')).toBe(`img-src data: blob: ${cdn}`);
  });

  it.each([
    "'unsafe-eval'",
    '*',
    'https:',
    'https://a.example; script-src *',
    '"><script>',
    "https://a.example 'self'",
  ])('takes no %s for a domain, though both sides name it', (domain) => {
    const policy = policyOf({ connectDomains: [domain] }, { connectDomains: [domain] });

    expect(rule(policy, 'connect-src')).toBe("connect-src 'none'");
  });

  it.each([7, 'https://a.example', { connectDomains: 'https://a.example' }, { connectDomains: [7] }])(
    'allows nothing where what the server asks for is no list: %j',
    (csp) => {
      expect(rule(policyOf(csp, { connectDomains: ['https://a.example'] }), 'connect-src')).toBe("connect-src 'none'");
    },
  );
});

describe('an app', () => {
  it('may come in base64, and says whether it has an edge of its own', () => {
    const blob = Buffer.from('<p>Größe</p>').toString('base64');
    const contents = [{ uri, mimeType, blob, _meta: { ui: { prefersBorder: false } } }];

    expect(readApp({ contents }, uri, {}).html).toContain('<p>Größe</p>');
    expect(readApp({ contents }, uri, {}).hasEdge).toBe(false);
    expect(readApp(page(undefined), uri, {}).hasEdge).toBe(true);
  });

  const notAnApp = 'is no resource of the type';
  it.each([
    [undefined, 'expected object'],
    [{}, 'expected array'],
    [{ contents: [] }, notAnApp],
    [{ contents: [{ uri: 'ui://acme/other', mimeType, text: 'x' }] }, notAnApp],
    [{ contents: [{ uri, mimeType: 'text/html', text: 'x' }] }, notAnApp],
    [{ contents: [{ uri, mimeType, text: 'x'.repeat(16_777_217) }] }, 'more than 16777216 characters'],
  ])('is nothing else: %#', (resource, why) => {
    expect(() => readApp(resource, uri, {})).toThrow(why);
  });
});

describe('the frame of apps', () => {
  afterEach(() => vi.unstubAllGlobals());
  const declare = (frame: string) => elicitationCapabilities(undefined, { apps: { frame } });

  it('is declared with the forms, and not without one', () => {
    const extensions = { 'io.modelcontextprotocol/ui': { mimeTypes: [mimeType], elicitation: {} } };

    expect(declare('https://apps.example.com/app-frame.html')).toMatchObject({ extensions });
    expect(elicitationCapabilities()).not.toHaveProperty('extensions');
    expect(elicitationCapabilities(['url'], { apps: { frame: 'https://a.example/' } })).not.toHaveProperty(
      'extensions',
    );
  });

  it('is refused on the origin of the page, and where it is no web address', () => {
    vi.stubGlobal('location', { href: 'https://chat.example.com/today' });

    for (const frame of ['https://chat.example.com/app-frame.html', '/app-frame.html']) {
      expect(() => declare(frame)).toThrow(
        expect.objectContaining({
          code: 'MCP_APPS_FRAME',
          message: expect.stringContaining('It is on the origin of this page. Serve app-frame.html') as string,
        }) as Error,
      );
    }
    for (const frame of ['', 'javascript:alert(1)', 'data:text/html,x', 'about:blank', 'nonsense:']) {
      expect(() => declare(frame)).toThrow('apps.frame is');
    }
    expect(() => declare('https://apps.example.com/app-frame.html')).not.toThrow();
  });
});
