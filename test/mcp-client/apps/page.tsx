// The page of a host under a strict policy: it calls the tool that its address names, and shows what came of it.
import './no-eval.ts';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createPluginClient, ElicitOutlet, PluginSessionProvider } from '../../../src/index.ts';
import { elicitationCapabilities, McpToolApp, useMcpElicitation } from '../../../src/mcp-client.ts';
import { german } from '../../../src/messages-de.ts';
import '../../../src/styles.css';
import './page.css';

const query = new URLSearchParams(location.search);
const tool = query.get('tool') ?? '';
const errors: string[] = [];
Object.assign(window, { errors });

const frame = query.get('frame');
const apps = frame === null ? undefined : { frame, connectDomains: query.getAll('connect') };
const client = createPluginClient({
  plugins: [],
  storage: false,
  onError: ({ code, message, cause }) =>
    errors.push(`${code}: ${message} ${cause instanceof Error ? cause.message : ''}`),
});
const mcp = new Client(
  { name: 'host', version: '1.0.0' },
  {
    capabilities: elicitationCapabilities(undefined, { apps }),
    versionNegotiation: { mode: query.get('era') === 'legacy' ? 'legacy' : 'auto' },
  },
);
const theme = query.get('theme');
if (theme !== null) document.documentElement.dataset['theme'] = theme;

function Host(): ReactNode {
  const acme = useMcpElicitation(mcp, { server: { name: 'Acme' }, apps });
  const [isCalled, setCalled] = useState(false);
  const [told, setTold] = useState('');
  const [result, setResult] = useState<unknown>();
  const call = async () => {
    if (mcp.transport === undefined)
      await mcp.connect(new StreamableHTTPClientTransport(new URL(query.get('at') ?? '/mcp', location.href)));
    setCalled(true);
    const result = await acme?.callTool({ name: tool, arguments: {} });
    setResult(result);
    setTold(JSON.stringify(result?.content));
  };
  return (
    <main>
      <h1>Host</h1>
      <button disabled={acme === undefined} onClick={() => call().catch((error) => setTold(String(error)))}>
        Call {tool}
      </button>
      <ElicitOutlet />
      <McpToolApp
        connection={isCalled ? acme : undefined}
        call={{ name: tool, arguments: { city: 'Rome' } }}
        result={result}
      >
        <output>{told}</output>
      </McpToolApp>
    </main>
  );
}

function Page(): ReactNode {
  const [locale, setLocale] = useState('en');
  return (
    <PluginSessionProvider client={client} locale={locale} messages={locale === 'de' ? german : undefined}>
      <Host />
      <button onClick={() => setLocale('de')}>Deutsch</button>
    </PluginSessionProvider>
  );
}

const root = document.createElement('div');
document.body.append(root);
createRoot(root).render(<Page />);
