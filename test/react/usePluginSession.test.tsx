import { Component, useEffect, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { ElicitOutlet, PluginSessionProvider, usePluginSession, type Conversation } from '../../src/index.ts';
import { askFirst, closeAll, complete, createHarness, push, said } from '../client/harness.ts';
import { eventually } from '../eventually.ts';
import { expectCrash } from '../expect-console.ts';

afterEach(closeAll);

function Show({ select, onRender }: { select: (session: Conversation) => unknown; onRender?: () => void }): ReactNode {
  const slice = usePluginSession(select);
  onRender?.();
  return <output>{JSON.stringify(slice)}</output>;
}

class Catch extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};
  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }
  override render(): ReactNode {
    return this.state.error ? <p>{`${this.state.error.name}: ${this.state.error.message}`}</p> : this.props.children;
  }
}

describe('usePluginSession', () => {
  it('gives the whole session, which can send', async () => {
    const harness = createHarness();
    const sessions: Conversation[] = [];
    function Chat(): ReactNode {
      const session = usePluginSession();
      useEffect(() => void sessions.push(session));
      return <output>{session.messages.map(({ content }) => content).join('|')}</output>;
    }
    await render(
      <PluginSessionProvider client={harness.client}>
        <Chat />
      </PluginSessionProvider>,
    );

    const sent = sessions[0]?.send('Hi');
    await expect.element(page.getByRole('status')).toHaveTextContent('Hi');
    const stream = await harness.server.accept();
    stream.end({ type: 'messages', messages: stream.request.body.messages }, said('Hello'), complete);
    await sent;
    await expect.element(page.getByRole('status')).toHaveTextContent('Hi|Hello');
    expect(sessions.at(-1)).toMatchObject({ status: 'idle', client: harness.client, pending: [], receipts: [] });
  });

  it('renders again only when the selected slice changes, shallowly', async () => {
    const harness = createHarness();
    const onRender = vi.fn<() => void>();
    await render(
      <PluginSessionProvider client={harness.client}>
        <Show select={({ status, pending }) => ({ status, asked: pending.length })} onRender={onRender} />
      </PluginSessionProvider>,
    );
    await askFirst(harness);
    await expect.element(page.getByRole('status')).toHaveTextContent('{"status":"waiting","asked":1}');
    onRender.mockClear();

    push(harness.client, { type: 'plugin_progress', sessionId: 'call_1', callId: 'call_1', message: 'Searching' });
    push(harness.client, { type: 'session_info', capabilities: { more: true } });
    await new Promise(requestAnimationFrame);

    expect(onRender).not.toHaveBeenCalled();
  });

  it('says what is missing outside a provider, as the outlet does', async () => {
    expectCrash();
    await render(
      <>
        <Catch>
          <Show select={({ status }) => status} />
        </Catch>
        <Catch>
          <ElicitOutlet />
        </Catch>
      </>,
    );

    await expect
      .element(page.getByText(/MissingProviderError: usePluginSession .*PluginSessionProvider/))
      .toBeVisible();
    await expect.element(page.getByText(/MissingProviderError: <ElicitOutlet> .*PluginSessionProvider/)).toBeVisible();
  });

  it('hydrates what a server rendered, and shows what has come since', async () => {
    const harness = createHarness({ plugins: [], messages: [{ role: 'user', content: 'Hi' }] });
    const app = (
      <PluginSessionProvider client={harness.client}>
        <Show select={({ messages, status }) => [status, messages.length]} />
        <ElicitOutlet />
      </PluginSessionProvider>
    );
    const root = document.body.appendChild(document.createElement('div'));
    // As a server renders it.
    root.innerHTML = '<output>["idle",1]</output>';

    await askFirst(harness);
    const hydrated = hydrateRoot(root, app);
    await eventually(() => expect(root.textContent).toContain('Which flight?'));
    expect(root.textContent).toContain('["waiting",2]');
    hydrated.unmount();
    root.remove();
  });
});
