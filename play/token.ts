const key = 'elicitkit-play:token';

/** The token that the printed address carries. This tab keeps it, and the address loses it. */
export function takeToken(): string {
  const url = new URL(location.href);
  const given = url.searchParams.get('token');
  if (given === null) return sessionStorage.getItem(key) ?? '';
  sessionStorage.setItem(key, given);
  url.searchParams.delete('token');
  history.replaceState(history.state, '', url);
  return given;
}
