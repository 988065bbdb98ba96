/**
 * In a document some stories are played in frames of their own. What has the focus there, or is scrolled to, would take
 * the whole document along: there it stays where it is.
 */
export function stayInFrame(): void {
  if (window.frameElement?.id.startsWith('iframe--') !== true) return;
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function focusInFrame(this: HTMLElement) {
    focus.call(this, { preventScroll: true });
  };
  Element.prototype.scrollIntoView = () => undefined;
}
