import { askHere } from '../../src/client/ask-here.ts';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer, UrlElicitationRequiredError } from '@modelcontextprotocol/server';
import { StrictMode, useEffect } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import * as z from 'zod';
import { ElicitOutlet, PluginSessionProvider, createPluginClient } from '../../src/index.ts';
import { elicitationCapabilities, useMcpElicitation, type McpElicitationConnection } from '../../src/mcp-client.ts';
import { arabic } from '../../src/messages-ar.ts';
import { german } from '../../src/messages-de.ts';
import type { ElicitMessages } from '../../src/messages.ts';
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

interface PageProps {
  outlet?: boolean;
  connected?: boolean;
  messages?: ElicitMessages;
}

async function setUp(capabilities = elicitationCapabilities(), params: object = colourForm, deadline?: number) {
  const server = new McpServer({ name: 'liar', version: '1.0.0' });
  server.registerTool('paint', { inputSchema: z.looseObject({}) }, async (_args, ctx) => {
    const { action, content } = await ctx.mcpReq.send({
      method: 'elicitation/create',
      params: params as typeof colourForm,
    });
    return { content: [{ type: 'text', text: `${action} ${JSON.stringify(content)}` }] };
  });
  server.registerTool('engrave', { inputSchema: z.looseObject({}) }, async (_args, { mcpReq }) => {
    const stop = new AbortController();
    const push = (message: string, _meta: object, field?: string) => {
      const properties = field === undefined ? {} : { [field]: { type: 'string' as const, title: field } };
      const asked = { message, requestedSchema: { type: 'object' as const, properties }, _meta: { ..._meta } };
      return mcpReq.send({ method: 'elicitation/create', params: asked }, { signal: stop.signal });
    };
    await push('Which ring?', { 'elicitkit/id': 'ring', 'elicitkit/key': 'ring' }, 'Ring');
    push('Which words?', { 'elicitkit/id': 'words', 'elicitkit/key': 'words' }, 'Words').catch(() => undefined);
    const { content } = await push('', { 'elicitkit/revises': 'ring' });
    await push('', { 'elicitkit/revises': 'ring', 'elicitkit/revised': { gone: ['words'] } });
    stop.abort();
    return { content: [{ type: 'text', text: JSON.stringify(content) }] };
  });
  let pays = 0;
  server.registerTool('pay', { inputSchema: z.looseObject({ never: z.boolean().optional() }) }, ({ never }) => {
    pays += 1;
    const page = { mode: 'url' as const, message: 'Pay', url: 'https://pay.example/', elicitationId: `e${pays}` };
    if (never === true || pays % 2 === 1) throw new UrlElicitationRequiredError([page]);
    return { content: [{ type: 'text', text: 'paid' }] };
  });
  const mcp = new Client({ name: 'test', version: '1.0.0' }, { capabilities });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  await mcp.connect(near);
  const errors: string[] = [];
  const client = createPluginClient({
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
  const Page = ({ outlet = true, connected = true, messages }: PageProps) => (
    <StrictMode>
      <PluginSessionProvider client={client} messages={messages}>
        {connected && <Connect />}
        {outlet && <ElicitOutlet />}
      </PluginSessionProvider>
    </StrictMode>
  );
  function Connect() {
    const made = useMcpElicitation(mcp, { server: { name: 'Acme', origin: 'https://acme.example' }, deadline });
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
  await expect.element(screen.getByRole('group', { name: 'Question from Paint of Acme' })).toBeVisible();
  expect(screen.container.textContent).not.toContain('liar');
  await screen.getByRole('button', { name: 'Red' }).click();
  expect((await result)?.content[0]).toMatchObject({ text: 'accept {"colour":"red"}' });
});

it('lets the person change an answer that the server says can be changed', async () => {
  const { Page, connection } = await setUp();
  const screen = await render(<Page />);
  await expect.poll(connection).toBeDefined();
  const result = connection()?.callTool({ name: 'engrave' });
  await screen.getByRole('textbox', { name: 'Ring' }).fill('Gold');
  await screen.getByRole('button', { name: 'Send' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Words' })).toBeVisible();
  await screen.getByRole('button', { name: 'Change: Gold' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Ring' })).toHaveValue('Gold');
  await screen.getByRole('button', { name: 'Keep it' }).click();
  await screen.getByRole('button', { name: 'Change: Gold' }).click();
  await screen.getByRole('textbox', { name: 'Ring' }).fill('Silver');
  await screen.getByRole('button', { name: 'Send' }).first().click();
  expect((await result)?.content[0]).toMatchObject({ text: '{"Ring":"Silver"}' });
  await expect.element(screen.getByText('This answer was changed.').first()).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Words' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: /^Change/ })).not.toBeInTheDocument();
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

it('fetches nothing that a schema refers to', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  const properties = {
    name: { type: 'string', title: 'Your name' },
    far: { type: 'string', $ref: 'https://evil.example/schema.json', title: 'Far away' },
  };
  const schema = { $schema: 'https://evil.example/dialect', type: 'object', properties };
  const { Page, client } = await setUp();
  const screen = await render(<Page />);
  // As it is where an SDK hands it on whole: the official one leaves references out.
  const asked = askHere(client, { server: { name: 'Acme' }, message: 'Who?', schema });
  await screen.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  await expect.element(screen.getByText(/Not asked here: Far away/)).toBeVisible();
  await screen.getByRole('button', { name: 'Send' }).click();
  expect(await asked.answer).toEqual({ action: 'accept', content: { name: 'Ada' } });
  const addresses = fetched.mock.calls.map(([address]) => (address instanceof Request ? address.url : `${address}`));
  expect(addresses.filter((address) => address.includes('evil'))).toEqual([]);
  expect(performance.getEntriesByType('resource').filter(({ name }) => name.includes('evil'))).toEqual([]);
  fetched.mockRestore();
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

it('says of a question that no outlet showed in time that it was not answered', async () => {
  const { Page, connection } = await setUp(undefined, undefined, 20);
  const screen = await render(<Page outlet={false} />);
  await expect.poll(connection).toBeDefined();
  const result = await connection()?.callTool({ name: 'paint' });
  expect(result?.content[0]).toMatchObject({ text: 'cancel undefined' });
  await screen.rerender(<Page />);
  await expect.element(screen.getByText('The time to answer has passed')).toBeVisible();
  expect(screen.getByRole('button').elements()).toEqual([]);
});

it('speaks the language of the provider, and another as soon as that is given', async () => {
  const { Page, connection, client } = await setUp();
  const screen = await render(<Page messages={german} />);
  await expect.poll(connection).toBeDefined();
  const made = connection();
  for (const { mcp } of [german, arabic]) {
    const result = made?.callTool({ name: 'pay' });
    await expect.poll(() => client.getSnapshot().pending.length).toBe(1);
    window.addEventListener('click', (event) => event.preventDefault(), { once: true });
    await screen.getByRole('link').click();
    await screen.getByRole('button', { name: mcp.goOn('Acme'), exact: true }).click();
    expect((await result)?.content[0]).toMatchObject({ text: 'paid' });
    await screen.rerender(<Page messages={arabic} />);
  }
  expect(connection()).toBe(made);
});

it('asks for a page that a call needs in one card, whose one button that sends calls again', async () => {
  const { Page, connection, client } = await setUp();
  const screen = await render(<Page />);
  await expect.poll(connection).toBeDefined();
  const result = connection()?.callTool({ name: 'pay' });
  const done = screen.getByRole('button', { name: "I'm done: ask Acme again" });
  await expect.element(screen.getByRole('link', { name: /^Open page/ })).toBeVisible();
  expect(done.elements()).toEqual([]);
  window.addEventListener('click', (event) => event.preventDefault(), { once: true });
  await screen.getByRole('link', { name: /^Open page/ }).click();
  await expect.element(done).toBeVisible();
  expect(client.getSnapshot().pending).toHaveLength(1);
  // It is known to be open wherever it is shown again.
  await screen.rerender(<Page outlet={false} />);
  await screen.rerender(<Page />);
  await done.click();
  expect((await result)?.content[0]).toMatchObject({ text: 'paid' });
  await expect.element(screen.getByText('Page opened')).toBeVisible();
  expect(screen.getByRole('link').elements()).toEqual([]);
});

it('says that a server still asked for more after ten rounds', async () => {
  const { Page, connection, client } = await setUp();
  const screen = await render(<Page />);
  await expect.poll(connection).toBeDefined();
  const stop = client.subscribe(() => {
    for (const item of client.getSnapshot().pending) if (item.status === 'pending') item.accept({});
  });
  const result = connection()?.callTool({ name: 'pay', arguments: { never: true } });
  await expect(result).rejects.toMatchObject({ code: 'MCP_TOO_MANY_ROUNDS' });
  stop();
  await expect.element(screen.getByText('Acme still asked for more after 10 rounds.')).toBeVisible();
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
