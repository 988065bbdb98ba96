import { hostScripts } from './host-scripts.ts';

/** A page that may be opened, with what a person should know first, or why it may not. */
export type InspectedUrl =
  | {
      ok: true;
      /** What the browser will open, as it will open it. */
      href: string;
      /** The address in three parts; the one in the middle is who one talks to. */
      before: string;
      host: string;
      after: string;
      warnings: readonly UrlWarning[];
    }
  | { ok: false; reason: UrlRefusal };

/** What is odd about an address. */
export type UrlWarning =
  /** The name is written in another script than it seems. */
  | 'mixed-scripts'
  | 'punycode'
  /** What stands before the @ looks like the site and is not. */
  | 'user'
  | 'ip'
  /** The person's own device. */
  | 'loopback'
  | 'http';

/** Why an address is not opened. */
export type UrlRefusal = 'invalid' | 'too-long' | 'hidden-characters' | 'scheme' | 'not-encrypted';

/**
 * Judges an address that a server wants a person to open. Pure: nothing is looked up and nothing is opened.
 *
 * @param given - whatever the server sent
 */
export function inspectUrl(given: unknown): InspectedUrl {
  if (typeof given !== 'string') return { ok: false, reason: 'invalid' };
  if (given.length > longest) return { ok: false, reason: 'too-long' };
  // A browser drops some of these and turns others into a slash: what is read would not be what is opened.
  if (hidden.test(given)) return { ok: false, reason: 'hidden-characters' };
  const url = parsed(given);
  if (!url) return { ok: false, reason: 'invalid' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { ok: false, reason: 'scheme' };
  // Without both slashes a browser guesses where the host begins.
  if (!/^https?:\/\/[^/]/i.test(given)) return { ok: false, reason: 'invalid' };
  const isLoopback = isOwnDevice(url.hostname);
  if (url.protocol === 'http:' && !isLoopback) return { ok: false, reason: 'not-encrypted' };

  const { href, hostname, username, password } = url;
  const at = href.indexOf(hostname, href.indexOf('//') + 2 + userLength(href));
  const { isEncoded, isMixed } = hostScripts(hostname);
  const warnings: [UrlWarning, boolean][] = [
    ['mixed-scripts', isMixed],
    ['punycode', isEncoded && !isMixed],
    ['user', username !== '' || password !== ''],
    ['ip', isIp(hostname) && !isLoopback],
    ['loopback', isLoopback],
    ['http', url.protocol === 'http:'],
  ];
  return {
    ok: true,
    href,
    before: href.slice(0, at),
    host: hostname,
    after: href.slice(at + hostname.length),
    warnings: warnings.flatMap(([warning, isOn]) => (isOn ? [warning] : [])),
  };
}

/** Longer than any page needs, and all of it is shown. */
const longest = 8192;

const hidden = /[\s\\\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/u;

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** A browser has turned every notation of an IPv4 address into this one. */
function isIp(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
}

function isOwnDevice(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true;
  return isIp(hostname) && hostname.startsWith('127.');
}

/** How much of the address stands before its host. */
function userLength(href: string): number {
  const [authority = ''] = href.slice(href.indexOf('//') + 2).split(/[/?#]/);
  return authority.lastIndexOf('@') + 1;
}
