import { useMcpElicitation } from 'elicitkit/mcp-client';
import { useId, type ReactNode } from 'react';
import { AlertIcon } from '../chat/icons.tsx';
import { CallLog } from './CallLog.tsx';
import type { ServerConfig, ServerTool } from './servers.ts';
import { useCalls } from './useCalls.ts';
import { useMcpServer, type McpServer } from './useMcpServer.ts';

/** One server: its name, its tools and its calls. */
export function McpServerCard({ server }: { server: ServerConfig }): ReactNode {
  const { name, about, path, revision } = server;
  const title = useId();
  const { state, problem, client, descriptions, reconnect } = useMcpServer(server);
  const connection = useMcpElicitation(client, { server: { name, origin: location.origin } });
  const { calls, start } = useCalls(connection);
  return (
    <section className="server" aria-labelledby={title}>
      <header>
        <h2 id={title}>{name}</h2>
        <output className="server-state" data-state={state}>
          {stateWords[state]}
        </output>
      </header>
      <p className="server-about">{about}</p>
      <dl>
        <div>
          <dt>Origin</dt>
          <dd>
            {location.host}
            {path}
          </dd>
        </div>
        <div>
          <dt>Protocol</dt>
          <dd>{revision}</dd>
        </div>
      </dl>
      {problem !== undefined && (
        <div className="problem" role="alert">
          <AlertIcon />
          <p>{problem}</p>
          <button type="button" onClick={reconnect}>
            Reconnect
          </button>
        </div>
      )}
      <ul className="tools">
        {server.tools.map((tool) => (
          <Tool
            key={tool.name}
            tool={tool}
            description={descriptions.get(tool.name)}
            disabled={connection === undefined}
            onCall={(args) => void start(tool.name, args)}
          />
        ))}
      </ul>
      {calls.map((call) => (
        <CallLog key={call.callId} call={call} />
      ))}
    </section>
  );
}

const stateWords: Record<McpServer['state'], string> = {
  connecting: 'Connecting…',
  connected: 'Connected',
  lost: 'Connection lost',
};

interface ToolProps {
  tool: ServerTool;
  description: string | undefined;
  disabled: boolean;
  onCall: (args: ServerTool['calls'][number]) => void;
}

function Tool({ tool: { name, calls }, description, disabled, onCall }: ToolProps): ReactNode {
  return (
    <li>
      <h3>{name}</h3>
      {description !== undefined && <p>{description}</p>}
      {calls.map((args) => {
        const given = written(args);
        return (
          <div key={given}>
            <code>{given === '' ? 'no arguments' : given}</code>
            <button type="button" className="call-button" disabled={disabled} onClick={() => onCall(args)}>
              Call <span className="visually-hidden">{given === '' ? name : `${name} with ${given}`}</span>
            </button>
          </div>
        );
      })}
    </li>
  );
}

function written(args: ServerTool['calls'][number]): string {
  return Object.entries(args)
    .map(([key, value]) => `${key}: ${String(value)}`)
    .join(', ');
}
