import { McpToolApp, type McpElicitationConnection } from 'elicitkit/mcp-client';

interface ToolResultProps {
  acme: McpElicitationConnection | undefined;
  call: { name: string; arguments: Record<string, unknown> };
  /** What `acme.callTool(call)` returned. */
  result: { content: readonly { type: string; text?: string }[] } | undefined;
}

export function ToolResult({ acme, call, result }: ToolResultProps) {
  return (
    <McpToolApp connection={acme} call={call} result={result}>
      {result?.content.map(({ text }, nth) => (
        <p key={nth}>{text}</p>
      ))}
    </McpToolApp>
  );
}
