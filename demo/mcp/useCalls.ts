import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import type { McpElicitationConnection } from 'elicitkit/mcp-client';
import { useState } from 'react';

/** A call from this page and its outcome. */
export interface Call {
  readonly callId: string;
  readonly tool: string;
  readonly stop: () => void;
  readonly result?: CallToolResult;
  readonly error?: { readonly code: string; readonly message: string };
}

/** The calls of one server, newest first. */
export function useCalls(connection: McpElicitationConnection<Client> | undefined) {
  const [calls, setCalls] = useState<readonly Call[]>([]);

  async function start(tool: string, args: Readonly<Record<string, unknown>>): Promise<void> {
    if (connection === undefined) return;
    const callId = crypto.randomUUID();
    const stop = new AbortController();
    const end = (outcome: Partial<Call>) =>
      setCalls((before) => before.map((one) => (one.callId === callId ? { ...one, ...outcome } : one)));
    setCalls((before) => [{ callId, tool, stop: () => stop.abort(new Error('You stopped it.')) }, ...before]);
    try {
      const { signal } = stop;
      end({ result: await connection.callTool({ name: tool, arguments: { ...args } }, { callId, signal }) });
    } catch (error) {
      end({ error: { code: codeOf(error), message: error instanceof Error ? error.message : String(error) } });
    }
  }

  return { calls, start };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
