// The pages of the site: the repository's documents, in the groups of the sidebar. test/docs/site compares them with the
// files that there are.

/** @typedef {{ label: string; entries: (string | { label: string; link: string })[] }} Group */

/** @type {Group} */
export const forMaintainers = {
  label: 'For maintainers',
  entries: [
    'CONTRIBUTING.md',
    'docs/architecture.md',
    'docs/seeds.md',
    'docs/nightly.md',
    'docs/benchmarks.md',
    'docs/mcp-conformance.md',
  ],
};

/** Each group of the sidebar: the paths of its documents in the repository, and links to pages of the site's own. @type {Group[]} */
export const groups = [
  {
    label: 'Start',
    entries: [
      'README.md',
      { label: 'Try it here', link: '/try/' },
      'docs/first-chat.md',
      'docs/install.md',
      'docs/next.md',
      'docs/vite.md',
      'docs/models.md',
      'docs/compare.md',
      'docs/README.md',
    ],
  },
  {
    label: 'Questions',
    entries: [
      'docs/plugins.md',
      'docs/ask-tool.md',
      'docs/forms.md',
      'docs/approval.md',
      'docs/ask-others.md',
      'docs/away.md',
      'docs/change-an-answer.md',
      'docs/branches.md',
      'docs/theming.md',
      'docs/theming-reference.md',
      'docs/words.md',
      'docs/recipes.md',
    ],
  },
  {
    label: 'Places',
    entries: [
      'docs/chat.md',
      'docs/dialog.md',
      'docs/terminal.md',
      'docs/play.md',
      'docs/mcp-server.md',
      'docs/hosts.md',
      'docs/mcp-apps.md',
      'docs/mcp-elicitation.md',
      'docs/adapters.md',
      'docs/ai-sdk.md',
      'docs/ai-sdk-engine.md',
      'docs/assistant-ui.md',
      'docs/ag-ui.md',
      'docs/agents.md',
      'docs/more-agents.md',
      'docs/ask.md',
    ],
  },
  {
    label: 'Server',
    entries: [
      'docs/server.md',
      'docs/durable.md',
      'docs/engines.md',
      'docs/faults.md',
      'docs/record.md',
      'docs/observability.md',
      'docs/mcp-security.md',
    ],
  },
  { label: 'Travel', entries: ['docs/travel-converters.md'] },
  {
    label: 'Reference',
    entries: [
      { label: 'Every export', link: '/api/' },
      'docs/testing.md',
      'docs/storybook.md',
      'docs/protocol.md',
      'docs/accessibility.md',
      'docs/browsers.md',
      'docs/versions.md',
      'SECURITY.md',
      'CHANGELOG.md',
    ],
  },
  forMaintainers,
];

/**
 * @param {Group} group
 * @returns {string[]}
 */
export const documentsOf = ({ entries }) => entries.filter((entry) => typeof entry === 'string');

/** The paths of all documents, in the sidebar's order. */
export const documents = groups.flatMap(documentsOf);

/** Where a document lies on the site, without slashes around it: `docs/chat.md` → `chat`. */
export function slugOf(path) {
  if (path === 'README.md') return 'index';
  if (path === 'docs/README.md') return 'all-pages';
  return path
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .toLowerCase();
}
