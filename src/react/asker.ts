import type { ElicitItem, OpenItem } from '../client/elicit-item.ts';
import { toolTitle } from '../ui/elicit-card/tool-title.ts';

/** The host's names for whatever asks. */
export interface AskerNames {
  /**
   * Your name for what runs the chat server's tools, such as "SkyHigh assistant". Each question shows it after the
   * tool's title. Another server's question shows that server's name instead.
   */
  assistant?: string | undefined;
  /** Tool titles by tool name, such as `{ book_flight: 'Book a flight' }`; without one, "Book flight" is shown. */
  toolTitles?: Readonly<Record<string, string>> | undefined;
}

/** The asking tool and server, as a card shows them. */
export interface Asker {
  /** The tool's title; empty if its server does not say which tool asks. */
  readonly toolName: string;
  readonly serverName: string | undefined;
  readonly assistant: string | undefined;
}

/** The asking tool and server, in the host's words. */
export function askerOf(
  { server, toolName }: Pick<ElicitItem, 'server' | 'toolName'>,
  { assistant, toolTitles = {} }: AskerNames,
): Asker {
  const title = (Object.hasOwn(toolTitles, toolName) ? toolTitles[toolName] : undefined) ?? toolTitle(toolName);
  return { toolName: title, serverName: server?.name, assistant };
}

/** The asking tool and server in one line, as far as known: `"Book flight (Expenses)"`. */
export function nameOf({ serverName, toolName }: Asker): string {
  return toolName && serverName ? `${toolName} (${serverName})` : toolName || (serverName ?? '');
}

/** True for a question that the person is to answer here and now. The others are a line. */
export function hasCard(item: ElicitItem): item is OpenItem {
  return !('receipt' in item) && item.request.to === undefined && !item.aside;
}

/** True if a dialog may ask it. Not once the client was closed: the dialog could not be closed any more. */
export function isAskable(item: ElicitItem): item is OpenItem {
  return hasCard(item) && (item.status !== 'failed' || item.problem.code !== 'CLIENT_CLOSED');
}
