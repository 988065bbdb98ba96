import { extractComponentDescription } from 'storybook/internal/docs-tools';

/** A component's description: its doc comment, with `@throws` tags turned into sentences. */
export function descriptionOf(component: unknown): string {
  return extractComponentDescription(component).replaceAll(/^@throws \{(\w+)\} (.+)$/gm, 'Throws `$1` $2.');
}
