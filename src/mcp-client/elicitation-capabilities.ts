import { appMimeType, appsExtension } from '../protocol/mcp-apps.ts';
import { changeCapability } from '../protocol/mcp-meta.ts';
import { checkFrame } from './apps-options.ts';
import type { McpElicitationOptions } from './connect-mcp-elicitation.ts';

/** How a server may ask: with a form's fields, or for a page to be opened. */
export type ElicitationMode = 'form' | 'url';

/** The modes this package can show. */
export const allModes: readonly ElicitationMode[] = ['form', 'url'];

/** What a client declares about elicitation. */
export interface ElicitationCapabilities {
  elicitation: { form?: Record<string, never>; url?: Record<string, never> };
  /** The person can change answers. A server of `elicitkit/mcp` then says which. */
  experimental?: { [changeCapability]: Record<string, never> };
  /** The person can be asked by a server's own pages. */
  extensions?: { [appsExtension]: { mimeTypes: string[]; elicitation: Record<string, never> } };
}

/**
 * The capability to declare for an MCP client that shows its server's questions.
 *
 * Up to 2025-11-25 a client declares it once, when it connects. From 2026-07-28 the SDK sends it with every request.
 * `applyDefaults` is never declared: with it, the SDK would fill in fields that the person has cleared. The form shows
 * the defaults instead.
 *
 * @param modes - the modes your page can show, at least one; `['form', 'url']` by default
 * @param options - with the connection's `apps`, servers may ask by their own pages
 * @throws {McpElicitationError} `MCP_APPS_FRAME` if apps have no frame of their own
 *
 * @example
 * new Client({ name: 'my-chat', version: '1.0.0' }, { capabilities: elicitationCapabilities() });
 */
export function elicitationCapabilities(
  modes: readonly ElicitationMode[] = allModes,
  { apps }: Pick<McpElicitationOptions, 'apps'> = {},
): ElicitationCapabilities {
  if (apps !== undefined) checkFrame(apps);
  const declared = modes.length === 0 ? allModes : modes;
  return {
    elicitation: {
      ...(declared.includes('form') && { form: {} }),
      ...(declared.includes('url') && { url: {} }),
    },
    ...(declared.includes('form') && { experimental: { [changeCapability]: {} } }),
    ...(declared.includes('form') &&
      apps !== undefined && { extensions: { [appsExtension]: { mimeTypes: [appMimeType], elicitation: {} } } }),
  };
}
