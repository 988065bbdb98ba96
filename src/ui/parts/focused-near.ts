/** What has the focus in the tree that an element stands in: the document's, or that of a shadow root. */
export function focusedNear(element: Element): Element | null {
  return (element.getRootNode() as Document | ShadowRoot).activeElement ?? null;
}
