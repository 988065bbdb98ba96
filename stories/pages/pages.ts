/** The documents shown as pages: path in the repository → page. */
export const pages: Readonly<Record<string, string>> = {
  'README.md': 'start-what-it-is',
  'docs/vite.md': 'start-vite',
  'docs/next.md': 'start-next-js',
  'docs/models.md': 'docs-use-a-real-model',
  'docs/ai-sdk.md': 'docs-keep-your-ai-sdk-route',
  'docs/ag-ui.md': 'docs-ag-ui',
  'docs/chat.md': 'start-drop-it-into-your-chat',
  'docs/plugins.md': 'start-write-a-plugin',
  'docs/theming.md': 'theming-theme-it',
  'docs/testing.md': 'docs-test-it',
  'docs/faults.md': 'docs-when-things-go-wrong',
  'docs/accessibility.md': 'docs-accessibility',
  'docs/browsers.md': 'docs-browsers',
  'docs/forms.md': 'docs-forms-of-any-schema',
  'docs/words.md': 'theming-every-word',
  'docs/mcp-elicitation.md': 'docs-questions-of-mcp-servers',
  'docs/mcp-server.md': 'docs-serve-your-tools-over-mcp',
  'docs/ask.md': 'docs-questions-of-your-own',
  'docs/mcp-security.md': 'docs-the-security-of-an-mcp-server',
  'docs/ask-tool.md': 'docs-ask-with-words',
  'docs/terminal.md': 'docs-in-a-terminal',
  'docs/dialog.md': 'docs-asking-in-a-dialog',
  'docs/travel-converters.md': 'docs-duffel-and-amadeus',
  'docs/benchmarks.md': 'docs-the-components-measured',
  'docs/branches.md': 'docs-tools-that-think',
  'docs/server.md': 'docs-the-server',
  'docs/observability.md': 'docs-observability',
  'docs/protocol.md': 'docs-what-goes-over-the-wire',
  'docs/architecture.md': 'docs-the-house',
  'docs/storybook.md': 'docs-storybook',
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
