import { urlOf } from '../protocol/url-of.ts';

/** The names of this machine, as they stand in a URL. */
const thisMachine: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** The names under which a server is reached: those of this machine, and others that the person gave. */
export function hostnamesOf(given: readonly string[]): readonly string[] {
  return [...thisMachine, ...given.map(hostnameOf)];
}

/**
 * True if a request names this server, and comes from no page or from a page of this server. A site of others may have
 * its name lead here, or send a request from its pages.
 *
 * @param hostnames - what `hostnamesOf` gave
 */
export function isFromHere(request: Request, hostnames: readonly string[]): boolean {
  const { hostname, host, origin } = new URL(request.url);
  const from = request.headers.get('origin');
  if (!hostnames.includes(hostname)) return false;
  // Under a name of its own, the server may stand behind a proxy that speaks TLS.
  return from === null || from === origin || (!thisMachine.includes(hostname) && from === `https://${host}`);
}

/** A name as it stands in a URL. */
function hostnameOf(name: string): string {
  const text = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name;
  return urlOf(`http://${text}`)?.hostname ?? name;
}
