import type { AskSecrets } from '../ask/ask-words.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';

/** Passwords of one run. They are in memory alone, and gone with the run. */
export interface TerminalSecrets {
  /** The tool, asking for its passwords here in place of a page. */
  readonly tool: AnyMcpTool;
  /** The name of a password, by the page that a question asks to open. Undefined for a page on the web. */
  nameOf(url: string): string | undefined;
  keep(url: string, password: string): void;
}

export function secretsOf(tool: AnyMcpTool): TerminalSecrets {
  const asked = new Map<string, { readonly handle: string; readonly key: string }>();
  const given = new Map<string, string>();
  const secrets: AskSecrets = {
    pageFor(handle, { key }) {
      const url = `https://terminal.invalid/${handle}`;
      asked.set(url, { handle, key });
      return url;
    },
    read: (handle) => given.get(handle),
  };
  return {
    tool: takesSecrets(tool) ? tool['~withSecrets'](secrets) : tool,
    nameOf: (url) => asked.get(url)?.key,
    keep(url, password) {
      const handle = asked.get(url)?.handle;
      if (handle !== undefined) given.set(handle, password);
    },
  };
}

/** A tool of `createAskTool`: it can ask for passwords elsewhere than on its own page. */
interface TakesSecrets extends AnyMcpTool {
  '~withSecrets'(secrets: AskSecrets): AnyMcpTool;
}

function takesSecrets(tool: AnyMcpTool): tool is TakesSecrets {
  return '~withSecrets' in tool;
}
