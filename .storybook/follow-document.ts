/** What Storybook puts on the window of a document. */
interface DocumentWindow {
  __STORYBOOK_PREVIEW__?: { storyStoreValue?: { userGlobals: { get: () => Record<string, string> } } };
}

/**
 * What the toolbar says to the document in which this story has a frame: Storybook tells documents only. When the
 * toolbar says something else, the document makes its frames anew.
 */
export function globalsOfDocument(): Record<string, string> {
  if (window.frameElement?.id.startsWith('iframe--') !== true) return {};
  return (window.parent as DocumentWindow).__STORYBOOK_PREVIEW__?.storyStoreValue?.userGlobals.get() ?? {};
}
