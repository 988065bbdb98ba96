import { useMcpElicitation } from 'elicitkit/mcp-client';
import { useState, type ReactNode } from 'react';
import { useDemoClient, type Revision } from './useDemoClient.ts';

/** One server: its tool, and what came of it. */
export function McpServerPanel({ name, revision }: { name: string; revision: Revision }): ReactNode {
  const mcpClient = useDemoClient(revision);
  const connection = useMcpElicitation(mcpClient, { server: { name, origin: location.origin } });
  const [report, setReport] = useState('');
  const [isRunning, setRunning] = useState(false);

  async function call(): Promise<void> {
    if (connection === undefined) return;
    setRunning(true);
    setReport('');
    try {
      const { content } = await connection.callTool({
        name: 'book_flight',
        arguments: { from: 'NYC', destination: 'LAX' },
      });
      setReport(content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'));
    } catch (error) {
      setReport(error instanceof Error ? error.message : String(error));
    }
    setRunning(false);
  }

  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      <p>{revision}</p>
      <button type="button" disabled={connection === undefined || isRunning} onClick={() => void call()}>
        Call book_flight
      </button>
      <output>{report}</output>
    </section>
  );
}
