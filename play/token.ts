const key = 'elicitkit-play:token';

/**
 * The token that the printed address carries. This tab keeps it, and the address loses it. Another token is that of
 * another run of the command: the calls of the one before are gone, so the tab forgets them.
 */
export function takeToken(): string {
  const url = new URL(location.href);
  const given = url.searchParams.get('token');
  if (given === null) return sessionStorage.getItem(key) ?? '';
  if (given !== sessionStorage.getItem(key)) {
    for (const kept of Object.keys(sessionStorage)) if (kept.startsWith('elicitkit:')) sessionStorage.removeItem(kept);
  }
  sessionStorage.setItem(key, given);
  url.searchParams.delete('token');
  history.replaceState(history.state, '', url);
  return given;
}
