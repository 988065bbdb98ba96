import type { AskSecrets } from '../ask/ask-words.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';

export type TerminalSecrets = ReturnType<typeof secretsOf>;

/** Passwords of one run. They are in memory alone, and gone with the run. */
export function secretsOf(tool: AnyMcpTool) {
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
    /** The tool, asking for its passwords here in place of a page. */
    tool: takesSecrets(tool) ? tool['~withSecrets'](secrets) : tool,
    /** The name of a password, by the page that a question asks to open. Undefined for a page on the web. */
    nameOf: (url: string) => asked.get(url)?.key,
    keep(url: string, password: string): void {
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
