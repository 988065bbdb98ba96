import { extractComponentDescription } from 'storybook/internal/docs-tools';

/** What a component is, of its doc comment: what it throws as a sentence, where the comment has a tag. */
export function descriptionOf(component: unknown): string {
  return extractComponentDescription(component).replaceAll(/^@throws \{(\w+)\} (.+)$/gm, 'Throws `$1` $2.');
}
