/** The focused element in the same tree as `element`: the document or a shadow root. */
export function focusedNear(element: Element): Element | null {
  return (element.getRootNode() as Document | ShadowRoot).activeElement ?? null;
}
