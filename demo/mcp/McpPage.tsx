import { ElicitOutlet } from 'elicitkit';
import type { ReactNode } from 'react';
import { McpServerPanel } from './McpServerPanel.tsx';

/** A small host: the demo's MCP server in both ways of the protocol, and what they ask. */
export function McpPage(): ReactNode {
  return (
    <main>
      <h1>Questions of MCP servers</h1>
      <p>
        The same server twice, spoken to in two revisions of the protocol. <a href="../">Back to the chat</a>
      </p>
      <div className="servers">
        <McpServerPanel name="Airline" revision="2026-07-28" />
        <McpServerPanel name="Old airline" revision="2025-11-25" />
      </div>
      <ElicitOutlet focusOnArrival />
    </main>
  );
}
