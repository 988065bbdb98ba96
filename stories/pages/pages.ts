/** The documents shown as pages: path in the repository → page. */
export const pages: Readonly<Record<string, string>> = {
  'README.md': 'start-what-it-is',
  'docs/vite.md': 'start-vite',
  'docs/next.md': 'start-next-js',
  'docs/models.md': 'start-use-a-real-model',
  'docs/ai-sdk.md': 'start-keep-your-ai-sdk-route',
  'docs/ag-ui.md': 'start-ag-ui',
  'docs/chat.md': 'start-drop-it-into-your-chat',
  'docs/plugins.md': 'start-write-a-plugin',
  'docs/theming.md': 'start-theme-it',
  'docs/testing.md': 'start-test-it',
  'docs/faults.md': 'start-when-things-go-wrong',
  'docs/accessibility.md': 'start-accessibility',
  'docs/browsers.md': 'start-browsers',
  'docs/forms.md': 'more-forms-of-any-schema',
  'docs/words.md': 'more-every-word',
  'docs/mcp-elicitation.md': 'more-questions-of-mcp-servers',
  'docs/mcp-server.md': 'more-serve-your-tools-over-mcp',
  'docs/ask.md': 'more-questions-of-your-own',
  'docs/mcp-security.md': 'more-the-security-of-an-mcp-server',
  'docs/ask-tool.md': 'more-ask-with-words',
  'docs/terminal.md': 'more-in-a-terminal',
  'docs/dialog.md': 'more-asking-in-a-dialog',
  'docs/travel-converters.md': 'more-duffel-and-amadeus',
  'docs/benchmarks.md': 'more-the-components-measured',
  'docs/branches.md': 'more-tools-that-think',
  'docs/server.md': 'more-the-server',
  'docs/observability.md': 'more-observability',
  'docs/protocol.md': 'more-what-goes-over-the-wire',
  'docs/architecture.md': 'more-the-house',
  'docs/storybook.md': 'more-storybook',
};

/**
 * The target of a document's link: another page, an anchor in this one, or an external address. Undefined for a file
 * that is not a page.
 *
 * @param from - the document's path in the repository
 */
export function pageLink(from: string, href: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href;
  const { pathname, hash } = new URL(href, `https://repository.invalid/${from}`);
  const page = pages[pathname.slice(1)];
  return page && `?path=/docs/${page}--docs${hash}`;
}
