/**
 * The variables of our theme and those that MCP Apps names, under which a host tells an app its looks. Colours that
 * stand on each other are taken together, or not at all.
 *
 * @see https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx (Theming)
 */
export const hostVariables: readonly (readonly (readonly [own: string, theirs: string])[])[] = [
  [
    ['--elicit-surface', '--color-background-primary'],
    ['--elicit-surface-2', '--color-background-secondary'],
    ['--elicit-text', '--color-text-primary'],
    ['--elicit-text-2', '--color-text-secondary'],
  ],
  [
    ['--elicit-positive', '--color-text-success'],
    ['--elicit-positive-weak', '--color-background-success'],
  ],
  [
    ['--elicit-warn', '--color-text-warning'],
    ['--elicit-warn-weak', '--color-background-warning'],
  ],
  [
    ['--elicit-danger', '--color-text-danger'],
    ['--elicit-danger-weak', '--color-background-danger'],
  ],
  [['--elicit-border', '--color-border-primary']],
  [['--elicit-focus', '--color-ring-primary']],
  [['--elicit-font', '--font-sans']],
  [['--elicit-radius-control', '--border-radius-md']],
  [['--elicit-radius-card', '--border-radius-lg']],
  [['--elicit-elevation-1', '--shadow-sm']],
];
