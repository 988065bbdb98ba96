// The page that scripts/copilotkit.mjs drives. It knows nothing of elicitkit.
import { HttpAgent } from '@ag-ui/client';
import { CopilotKitProvider, useAgent, useCopilotKit, useInterrupt } from '@copilotkit/react-core/v2';
import { createRoot } from 'react-dom/client';

const agent = new HttpAgent({ url: '/agent', threadId: 'thread' });

function Page() {
  const { agent: mine } = useAgent({ agentId: 'default' });
  const { copilotkit } = useCopilotKit();
  const card = useInterrupt({
    renderInChat: false,
    agentId: 'default',
    render: ({ interrupt, resolve }) => (
      <section aria-label="Question">
        <p>{interrupt?.message}</p>
        <p>Fields: {Object.keys(interrupt?.responseSchema?.properties ?? {}).join(', ')}</p>
        <button onClick={() => resolve({ colour: 'x' })}>Answer x</button>
        <button onClick={() => resolve({ colour: 'red' })}>Answer red</button>
      </section>
    ),
  });
  const say = () => {
    mine.addMessage({ id: 'said', role: 'user', content: 'Paint it' });
    copilotkit.runAgent({ agent: mine });
  };
  return (
    <main>
      <button onClick={say}>Say</button>
      <pre>{mine.messages.map(({ role, content }) => `${role}: ${content}`).join('\n')}</pre>
      {card}
    </main>
  );
}

createRoot(document.querySelector('main')).render(
  <CopilotKitProvider agents__unsafe_dev_only={{ default: agent }}>
    <Page />
  </CopilotKitProvider>,
);
