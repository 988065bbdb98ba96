import { createContext, useContext } from 'react';
import type { ElicitItem } from '../client/elicit-item.ts';
import { toolTitle } from '../ui/elicit-card/tool-title.ts';

/** What the host calls those who ask. */
export interface AskerNames {
  /**
   * Your name for what runs the tools of the chat server, such as "SkyHigh assistant". It stands after the tool's title
   * on each question; a question of another server has that server's name there.
   */
  assistant?: string | undefined;
  /** The titles of tools by their names, such as `{ book_flight: 'Book a flight' }`; others are shown as "Book flight". */
  toolTitles?: Readonly<Record<string, string>> | undefined;
}

export const AskerContext = createContext<AskerNames>({});

/** Who asks, for a card. */
export interface Asker {
  /** The tool's title; empty where its server does not say which tool asks. */
  readonly toolName: string;
  readonly serverName: string | undefined;
  readonly assistant: string | undefined;
}

/** Who asks a question, in the host's words. */
export function useAsker({ server, toolName }: Pick<ElicitItem, 'server' | 'toolName'>): Asker {
  const names = useContext(AskerContext);
  return { toolName: titleOf(toolName, names), serverName: server?.name, assistant: names.assistant };
}

/** Who asks, in one line: the server by the host's name for it, and the tool, as far as either is known. */
export function askerOf({ server, toolName }: Pick<ElicitItem, 'server' | 'toolName'>, names: AskerNames): string {
  return [server?.name, titleOf(toolName, names)].filter(Boolean).join(' · ');
}

function titleOf(toolName: string, { toolTitles = {} }: AskerNames): string {
  return (Object.hasOwn(toolTitles, toolName) ? toolTitles[toolName] : undefined) ?? toolTitle(toolName);
}
