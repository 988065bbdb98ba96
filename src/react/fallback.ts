import { createContext, type ReactNode } from 'react';
import type { OpenItem } from '../client/client-snapshot.ts';

/**
 * Renders a question that no plugin asks, instead of the form. Return nothing to leave it to the form, or to the page
 * to open.
 *
 * @example
 * <PluginSessionProvider fallback={(item) => item.toolName === 'rate' && <Stars item={item} />}>
 */
export type ElicitFallback = (item: OpenItem) => ReactNode;

export const FallbackContext = createContext<ElicitFallback | undefined>(undefined);
