import { describe, expect, it } from 'vitest';
import { inspectUrl } from '../../src/protocol/inspect-url.ts';

const refused: readonly [unknown, string][] = [
  ['javascript:alert(1)', 'scheme'],
  ['JaVaScRiPt:alert(1)', 'scheme'],
  ['javascript://example.com/%0aalert(1)', 'scheme'],
  ['java\nscript:alert(1)', 'hidden-characters'],
  ['\u0001javascript:alert(1)', 'hidden-characters'],
  ['data:text/html,<script>alert(1)</script>', 'scheme'],
  ['blob:https://example.com/1234', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['ftp://example.com/', 'scheme'],
  ['ws://example.com/', 'scheme'],
  ['mailto:a@example.com', 'scheme'],
  ['tel:+1234', 'scheme'],
  ['vbscript:msgbox(1)', 'scheme'],
  ['about:blank', 'scheme'],
  ['view-source:https://example.com', 'scheme'],
  ['intent://scan/#Intent;scheme=zxing;end', 'scheme'],
  ['chrome://settings', 'scheme'],
  ['http://example.com/', 'not-encrypted'],
  ['http://localhost.example.com/', 'not-encrypted'],
  ['http://127.0.0.1.example.com/', 'not-encrypted'],
  ['http://localhost@example.com/', 'not-encrypted'],
  ['http://10.0.0.1/', 'not-encrypted'],
  ['http://0.0.0.0/', 'not-encrypted'],
  ['http://[::ffff:7f00:1]/', 'not-encrypted'],
  ['http://169.254.169.254/latest/meta-data/', 'not-encrypted'],
  [' https://example.com', 'hidden-characters'],
  ['https://exam ple.com', 'hidden-characters'],
  ['https://example.com/\tx', 'hidden-characters'],
  ['https:\\\\example.com', 'hidden-characters'],
  ['https://example.com\\@evil.example', 'hidden-characters'],
  ['https://example.com/\u202Egnp.exe', 'hidden-characters'],
  ['https://exa\u200Bmple.com', 'hidden-characters'],
  ['https://exa\u00ADmple.com', 'hidden-characters'],
  ['https://example.com/\u0000', 'hidden-characters'],
  ['https://example.com/\uD800', 'hidden-characters'],
  ['https://example.com/\u3164', 'hidden-characters'],
  [`https://example.com/${'a'.repeat(8192)}`, 'too-long'],
  ['', 'invalid'],
  ['example.com', 'invalid'],
  ['//example.com', 'invalid'],
  ['/path', 'invalid'],
  ['https:', 'invalid'],
  ['https://', 'invalid'],
  ['https:example.com', 'invalid'],
  ['https:/example.com', 'invalid'],
  ['https:///example.com', 'invalid'],
  ['https://exa%00mple.com', 'invalid'],
  ['https://example.com:99999', 'invalid'],
  ['https://[::1', 'invalid'],
  ['https://1.2.3.256', 'invalid'],
  ['https://a|b.example', 'invalid'],
  [undefined, 'invalid'],
  [{ toString: () => 'https://example.com' }, 'invalid'],
];

const shown: readonly [string, string, readonly string[]][] = [
  ['https://example.com', 'https://[example.com]/', []],
  ['https://EXAMPLE.com:443/A?b=c#d', 'https://[example.com]/A?b=c#d', []],
  ['https://example.com:8443/', 'https://[example.com]:8443/', []],
  [
    'https://accounts.example.com.evil.example/example.com',
    'https://[accounts.example.com.evil.example]/example.com',
    [],
  ],
  ['https://example.com@evil.example/', 'https://example.com@[evil.example]/', ['user']],
  ['https://evil.example@evil.example/', 'https://evil.example@[evil.example]/', ['user']],
  ['https://a:b@evil.example/', 'https://a:b@[evil.example]/', ['user']],
  ['https://example.com%2F@evil.example/', 'https://example.com%2F@[evil.example]/', ['user']],
  ['https://evil.example/@example.com', 'https://[evil.example]/@example.com', []],
  ['https://evil.example?@example.com', 'https://[evil.example]/?@example.com', []],
  ['https://example。com/', 'https://[example.com]/', []],
  ['https://ex%61mple.com/', 'https://[example.com]/', []],
  ['https://ｅｘａｍｐｌｅ.com/', 'https://[example.com]/', []],
  ['https://bücher.example/', 'https://[xn--bcher-kva.example]/', ['punycode']],
  ['https://xn--bcher-kva.example/', 'https://[xn--bcher-kva.example]/', ['punycode']],
  ['https://аррӏе.example/', 'https://[xn--80ak6aa92e.example]/', ['punycode']],
  ['https://pаypal.example/', 'https://[xn--pypal-4ve.example]/', ['mixed-scripts']],
  ['https://gοοgle.example/', 'https://[xn--ggle-0nda.example]/', ['mixed-scripts']],
  ['https://例え.example/', 'https://[xn--r8jz45g.example]/', ['punycode']],
  ['https://192.168.0.1/', 'https://[192.168.0.1]/', ['ip']],
  ['https://3232235521/', 'https://[192.168.0.1]/', ['ip']],
  ['https://0xC0A80001/', 'https://[192.168.0.1]/', ['ip']],
  ['https://0300.0250.0.1/', 'https://[192.168.0.1]/', ['ip']],
  ['https://192.168.1/', 'https://[192.168.0.1]/', ['ip']],
  ['https://①②⑦.0.0.1/', 'https://[127.0.0.1]/', ['loopback']],
  ['https://[2001:db8::1]/', 'https://[[2001:db8::1]]/', ['ip']],
  ['https://[::ffff:192.168.0.1]/', 'https://[[::ffff:c0a8:1]]/', ['ip']],
  ['http://localhost:3000/cb', 'http://[localhost]:3000/cb', ['loopback', 'http']],
  ['http://app.localhost/', 'http://[app.localhost]/', ['loopback', 'http']],
  ['http://2130706433/', 'http://[127.0.0.1]/', ['loopback', 'http']],
  ['http://0x7f.1/', 'http://[127.0.0.1]/', ['loopback', 'http']],
  ['http://[::1]:80/', 'http://[[::1]]/', ['loopback', 'http']],
  ['https://localhost.evil.example/', 'https://[localhost.evil.example]/', []],
  ['https://127.0.0.1.evil.example/', 'https://[127.0.0.1.evil.example]/', []],
  ['https://example.com/<script>"', 'https://[example.com]/%3Cscript%3E%22', []],
  ['https://h@xn--pypal-4ve.example:1/', 'https://h@[xn--pypal-4ve.example]:1/', ['mixed-scripts', 'user']],
];

describe('an address', () => {
  it.each(refused)('%j is refused: %s', (url, reason) => {
    expect(inspectUrl(url)).toEqual({ ok: false, reason });
  });

  it.each(shown)('%s is shown as %s, with %j', (url, parts, warnings) => {
    const inspected = inspectUrl(url);
    const { before, host, after } = inspected.ok ? inspected : { before: '', host: '', after: '' };
    expect([`${before}[${host}]${after}`, inspected]).toEqual([parts, expect.objectContaining({ ok: true, warnings })]);
    expect(inspected).toHaveProperty('href', before + host + after);
  });

  it('of 8 000 characters is shown whole', () => {
    const url = `https://example.com/${'a'.repeat(8000)}`;
    expect(inspectUrl(url)).toMatchObject({ ok: true, href: url });
  });
});
