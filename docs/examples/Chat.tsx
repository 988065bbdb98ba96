import { createPluginClient, ElicitOutlet, PluginSessionProvider, usePluginSession } from 'elicitkit';
import 'elicitkit/styles.css';
import { bookFlightPlugin } from './plugin.ts';

const client = createPluginClient({ endpoint: '/api/chat', plugins: [bookFlightPlugin] });

export const App = () => (
  <PluginSessionProvider client={client}>
    <Chat />
  </PluginSessionProvider>
);

function Chat() {
  const { messages, text, status, problem, send } = usePluginSession();
  const said = messages.filter(({ role, content }) => role !== 'tool' && content !== '');
  return (
    <>
      {said.map(({ role, content }, index) => (
        <p key={index}>{`${role}: ${content}`}</p>
      ))}
      <p>{text}</p>
      <ElicitOutlet />
      {problem && <p role="alert">{problem.message}</p>}
      <button disabled={status === 'streaming'} onClick={() => send('Book me a flight from NYC to LAX')}>
        Book a flight
      </button>
    </>
  );
}
