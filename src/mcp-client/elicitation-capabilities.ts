/** How a server may ask: for fields of a form, or that a page be opened. */
export type ElicitationMode = 'form' | 'url';

/** The modes this package can show. */
export const allModes: readonly ElicitationMode[] = ['form', 'url'];

/** What a client declares of its elicitations. */
export interface ElicitationCapabilities {
  elicitation: { form?: Record<string, never>; url?: Record<string, never> };
}

/**
 * The capability to declare, for an MCP client that shows its server's questions.
 *
 * Up to 2025-11-25 it is declared once, when the client connects; as of 2026-07-28 the SDK sends it with every request.
 * Defaults are shown in the form, where the person sees them: `applyDefaults`, with which the SDK would fill in what
 * the person has cleared, is never declared.
 *
 * @param modes - those that your page can show, at least one
 * @default ['form', 'url']
 *
 * @example
 * new Client({ name: 'my-chat', version: '1.0.0' }, { capabilities: elicitationCapabilities() });
 */
export function elicitationCapabilities(modes: readonly ElicitationMode[] = allModes): ElicitationCapabilities {
  const declared = modes.length === 0 ? allModes : modes;
  return {
    elicitation: {
      ...(declared.includes('form') && { form: {} }),
      ...(declared.includes('url') && { url: {} }),
    },
  };
}
