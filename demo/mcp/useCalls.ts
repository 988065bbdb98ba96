import type { CallToolResult, Client, Progress } from '@modelcontextprotocol/client';
import type { McpElicitationConnection } from 'elicitkit/mcp-client';
import { useState } from 'react';

/** A call from this page and its outcome. */
export interface Call {
  readonly callId: string;
  readonly tool: string;
  readonly stop: () => void;
  /** What the server says that it is doing. */
  readonly progress?: string;
  readonly result?: CallToolResult;
  readonly error?: { readonly code: string; readonly message: string };
}

export function isRunning({ result, error }: Call): boolean {
  return result === undefined && error === undefined;
}

export function textsOf({ content }: CallToolResult): string[] {
  return content.map((part) => (part.type === 'text' ? part.text : `(${part.type})`));
}

/** The calls of one server, newest first. */
export function useCalls(connection: McpElicitationConnection<Client> | undefined) {
  const [calls, setCalls] = useState<readonly Call[]>([]);

  async function start(tool: string, args: Readonly<Record<string, unknown>>): Promise<void> {
    if (connection === undefined) return;
    const callId = crypto.randomUUID();
    const stop = new AbortController();
    const tell = (news: Partial<Call>) =>
      setCalls((before) => before.map((one) => (one.callId === callId ? { ...one, ...news } : one)));
    setCalls((before) => [{ callId, tool, stop: () => stop.abort(new Error('You stopped it.')) }, ...before]);
    try {
      const { signal } = stop;
      const onprogress = ({ message }: Progress) => message !== undefined && tell({ progress: message });
      const params = { name: tool, arguments: { ...args } };
      tell({ result: await connection.callTool(params, { callId, signal, onprogress }) });
    } catch (error) {
      tell({ error: { code: codeOf(error), message: error instanceof Error ? error.message : String(error) } });
    }
  }

  return { calls, start };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
