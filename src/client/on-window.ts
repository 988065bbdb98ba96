/** Hear an event of the window, if there is one. @returns a function that stops listening */
export function onWindow(event: 'online' | 'pagehide', listener: () => void): () => void {
  if (typeof globalThis.addEventListener !== 'function') return () => undefined;
  globalThis.addEventListener(event, listener);
  return () => globalThis.removeEventListener(event, listener);
}
