import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import * as z from 'zod';
import { Acme } from '../../docs/examples/Acme.tsx';
import { createPluginClient, PluginSessionProvider } from '../../src/index.ts';
import { elicitationCapabilities } from '../../src/mcp-client.ts';

it('asks what a server asks in the place of its call', async () => {
  const server = new McpServer({ name: 'liar', version: '1.0.0' });
  server.registerTool('book_flight', { inputSchema: z.looseObject({}) }, async (_, { mcpReq }) => {
    const requestedSchema = { type: 'object' as const, properties: { name: { type: 'string' as const } } };
    const { content } = await mcpReq.send({
      method: 'elicitation/create',
      params: { message: 'Who flies?', requestedSchema },
    });
    return { content: [{ type: 'text', text: `${String(content?.['name'])} flies.` }] };
  });
  const mcpClient = new Client({ name: 'test', version: '1.0.0' }, { capabilities: elicitationCapabilities() });
  const client = createPluginClient({ endpoint: '/none', plugins: [], storage: false, tabs: false });
  await render(
    <PluginSessionProvider client={client}>
      <Acme mcpClient={mcpClient} />
    </PluginSessionProvider>,
  );
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  await mcpClient.connect(near);

  await page.getByRole('button', { name: 'Book with Acme' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
  expect(document.querySelector('[data-elicit=elicit-card]')?.textContent).toContain('Book flight, Acme');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(page.getByText(/Ada flies\./)).toBeVisible();
  await mcpClient.close();
  await client.close();
});
