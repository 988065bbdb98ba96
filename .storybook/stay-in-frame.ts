/**
 * Stops a story that is played in a frame of a document from scrolling the whole document when it focuses or scrolls.
 */
export function stayInFrame(): void {
  if (window.frameElement?.id.startsWith('iframe--') !== true) return;
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function focusInFrame(this: HTMLElement) {
    focus.call(this, { preventScroll: true });
  };
  Element.prototype.scrollIntoView = () => undefined;
}
