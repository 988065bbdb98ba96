import { isOwnDevice, urlOf } from './url-of.ts';
import { hostScripts } from './host-scripts.ts';

/** An address that may be opened, with warnings for the person, or the reason that it may not. */
export type InspectedUrl =
  | {
      ok: true;
      /** The address as the browser normalises and opens it. */
      href: string;
      /** `href` in three parts: `before`, `host` and `after`. */
      before: string;
      host: string;
      after: string;
      warnings: readonly UrlWarning[];
    }
  | { ok: false; reason: UrlRefusal };

/** A reason to be careful with an address. */
export type UrlWarning =
  /** The host name mixes letters of several scripts, so it may imitate another name. */
  | 'mixed-scripts'
  | 'punycode'
  /** The text before the @ may look like the site, but is not. */
  | 'user'
  | 'ip'
  /** The person's own device. */
  | 'loopback'
  | 'http';

/** The reason that an address must not be opened. */
export type UrlRefusal = 'invalid' | 'too-long' | 'hidden-characters' | 'scheme' | 'not-encrypted';

/**
 * Judge an address that a server wants a person to open. This is pure: it looks nothing up and opens nothing.
 *
 * @param given - the address as the server sent it, of any type
 */
export function inspectUrl(given: unknown): InspectedUrl {
  if (typeof given !== 'string') return { ok: false, reason: 'invalid' };
  if (given.length > longest) return { ok: false, reason: 'too-long' };
  // A browser drops some of these and turns others into a slash: it would open another address than the person reads.
  if (hidden.test(given)) return { ok: false, reason: 'hidden-characters' };
  const url = urlOf(given);
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

/** The longest address in characters. The card shows all of it, and no page needs more. */
const longest = 8192;

const hidden = /[\s\\\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/u;

/** `URL` has already turned every notation of an IPv4 address into this one. */
function isIp(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
}

/** The length of the user info before the host, including the @. */
function userLength(href: string): number {
  const [authority = ''] = href.slice(href.indexOf('//') + 2).split(/[/?#]/);
  return authority.lastIndexOf('@') + 1;
}
