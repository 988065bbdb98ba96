/** The part of a key event that tells its key: a native event's own, or that of the one that React wraps. */
type KeyEvent = Pick<KeyboardEvent, 'key' | 'isComposing' | 'keyCode'>;

/**
 * The key that a card may act on. Empty if the key belongs to an input method, such as the Enter that ends a word.
 *
 * Safari sends that key after the composition has ended. Only its key code, 229, still tells.
 */
export function keyOf(event: KeyEvent | { nativeEvent: KeyEvent }): string {
  const { key, isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
  return isComposing || keyCode === 229 ? '' : key;
}
