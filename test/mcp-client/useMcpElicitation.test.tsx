import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { StrictMode, useEffect } from 'react';
import { afterEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import * as z from 'zod';
import { ElicitOutlet, PluginSessionProvider, createPluginClient } from '../../src/index.ts';
import { elicitationCapabilities, useMcpElicitation, type McpElicitationConnection } from '../../src/mcp-client.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';

const colour = createMcpTool('paint')
  .description('Paint')
  .parameters(z.object({}))
  .elicits({ colour: z.object({ colour: z.string() }) });

function Colour({ onRespond }: { onRespond: (answer: { colour: string }) => void }) {
  return (
    <button type="button" onClick={() => onRespond({ colour: 'red' })}>
      Red
    </button>
  );
}
const plugin = makePlugin(colour)
  .onElicit({ colour: answerWith(Colour, () => ({})) })
  .build();

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const colourForm = {
  message: 'Which colour?',
  requestedSchema: { type: 'object' as const, properties: { colour: { type: 'string' as const } } },
  _meta: { 'elicitkit/key': 'colour' },
};

async function setUp(capabilities = elicitationCapabilities(), params: object = colourForm) {
  const server = new McpServer({ name: 'liar', version: '1.0.0' });
  server.registerTool('paint', { inputSchema: z.looseObject({}) }, async (_args, ctx) => {
    const { action, content } = await ctx.mcpReq.send({
      method: 'elicitation/create',
      params: params as typeof colourForm,
    });
    return { content: [{ type: 'text', text: `${action} ${JSON.stringify(content)}` }] };
  });
  const mcp = new Client({ name: 'test', version: '1.0.0' }, { capabilities });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  await mcp.connect(near);
  const errors: string[] = [];
  const client = createPluginClient({
    endpoint: '/none',
    plugins: [plugin],
    storage: false,
    tabs: false,
    onError: ({ code }) => errors.push(code),
  });
  open.push(mcp, client);
  let connection: McpElicitationConnection<Client> | undefined;
  const tell = (made: typeof connection) => {
    connection = made;
  };
  const Page = ({ outlet = true, connected = true }) => (
    <StrictMode>
      <PluginSessionProvider client={client}>
        {connected && <Connect />}
        {outlet && <ElicitOutlet />}
      </PluginSessionProvider>
    </StrictMode>
  );
  function Connect() {
    const made = useMcpElicitation(mcp, { server: { name: 'Acme', origin: 'https://acme.example' } });
    useEffect(() => tell(made), [made]);
    return null;
  }
  return { mcp, client, Page, errors, connection: () => connection };
}

it('shows what the server asks in the outlet, with the name of the server', async () => {
  const { Page, connection } = await setUp();
  const screen = await render(<Page />);
  await expect.poll(connection).toBeDefined();
  const result = connection()?.callTool({ name: 'paint' });
  await expect.element(screen.getByText('Asked by Acme (https://acme.example).')).toBeVisible();
  await expect.element(screen.getByRole('group', { name: 'Question from paint of Acme' })).toBeVisible();
  expect(screen.container.textContent).not.toContain('liar');
  await screen.getByRole('button', { name: 'Red' }).click();
  expect((await result)?.content[0]).toMatchObject({ text: 'accept {"colour":"red"}' });
});

it('makes no link of an address among the words of a question', async () => {
  const words = '[Here](https://evil.example/a) <a href="https://evil.example/b">or here</a> https://evil.example/c';
  const texts = { title: words, description: words };
  const properties = {
    text: { type: 'string', ...texts, default: 'https://evil.example/d' },
    one: { type: 'string', enum: [words, 'b'], ...texts },
  };
  const { Page, connection } = await setUp(undefined, {
    message: words,
    requestedSchema: { type: 'object', ...texts, properties },
  });
  const screen = await render(<Page />);
  await expect.poll(connection).toBeDefined();
  void connection()
    ?.callTool({ name: 'paint' })
    .catch(() => undefined);
  await expect.element(screen.getByRole('button', { name: 'Send' })).toBeVisible();
  expect(screen.container.textContent).toContain('https://evil.example/c');
  expect(screen.container.querySelectorAll('a, [href], [data-href], [role=link]')).toHaveLength(0);
});

it('says that nobody knows the call where the host called by itself', async () => {
  const { Page, mcp, connection, client } = await setUp();
  const screen = await render(<Page />);
  await expect.poll(connection).toBeDefined();
  client.registry.unregister('paint');
  void mcp.callTool({ name: 'paint' }).catch(() => undefined);
  await expect.element(screen.getByText('It does not say which call it asks for.')).toBeVisible();
});

it('keeps a question for an outlet that is not there yet', async () => {
  const { Page, connection, client } = await setUp();
  const screen = await render(<Page outlet={false} />);
  await expect.poll(connection).toBeDefined();
  const result = connection()?.callTool({ name: 'paint' });
  await expect.poll(() => client.getSnapshot().pending.length).toBe(1);
  await screen.rerender(<Page />);
  await screen.getByRole('button', { name: 'Red' }).click();
  expect((await result)?.content[0]).toMatchObject({ text: 'accept {"colour":"red"}' });
});

it('cancels what is open when its component goes', async () => {
  const { Page, connection, client } = await setUp();
  const screen = await render(<Page />);
  await expect.poll(connection).toBeDefined();
  const result = connection()?.callTool({ name: 'paint' });
  await expect.poll(() => client.getSnapshot().pending.length).toBe(1);
  await screen.rerender(<Page connected={false} />);
  expect((await result)?.content[0]).toMatchObject({ text: 'cancel undefined' });
});

it('tells the host where the client declares no elicitation', async () => {
  const { Page, connection, errors } = await setUp({} as never);
  await render(<Page />);
  await expect.poll(() => errors).toContain('MCP_NO_CAPABILITY');
  expect(connection()).toBeUndefined();
});
