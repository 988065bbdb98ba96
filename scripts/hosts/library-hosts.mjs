// Libraries that hosts are made of. None has a screen: what one hands to the host's handler counts as shown.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { questionIn } from './person.mjs';

const capabilities = { elicitation: { form: {}, url: {} }, sampling: {} };
const sample = () => ({ role: 'assistant', model: 'scripted', content: { type: 'text', text: 'Yes.' } });
const about = { name: 'host', version: '1.0.0' };
const textOf = ({ content }) => content.map(({ text }) => text).join('\n');

const sdk1 = {
  name: 'SDK 1',
  package: '@modelcontextprotocol/sdk',
  version: '1.32.2',
  async call(load, server, tool, args, answer) {
    const { Client } = await load('@modelcontextprotocol/sdk/client/index.js');
    const { StdioClientTransport } = await load('@modelcontextprotocol/sdk/client/stdio.js');
    const { CreateMessageRequestSchema, ElicitRequestSchema } = await load('@modelcontextprotocol/sdk/types.js');
    const client = new Client(about, { capabilities });
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params));
    client.setRequestHandler(CreateMessageRequestSchema, sample);
    await client.connect(new StdioClientTransport({ ...server, stderr: 'ignore' }));
    const result = await client.callTool({ name: tool, arguments: args });
    await client.close();
    return textOf(result);
  },
};

const sdk2 = (revision) => ({
  name: 'SDK 2',
  package: '@modelcontextprotocol/client',
  version: '2.4.0',
  async call(load, server, tool, args, answer) {
    const { Client } = await load('@modelcontextprotocol/client');
    const { StdioClientTransport } = await load('@modelcontextprotocol/client/stdio');
    const isNew = revision === '2026-07-28';
    const client = new Client(about, {
      capabilities,
      ...(isNew && { versionNegotiation: { mode: { pin: revision } } }),
    });
    client.setRequestHandler('elicitation/create', ({ params }) => answer(params));
    client.setRequestHandler('sampling/createMessage', sample);
    await client.connect(new StdioClientTransport({ ...server, stderr: 'ignore' }));
    const result = await client.callTool({ name: tool, arguments: args });
    await client.close();
    return textOf(result);
  },
});

const aiSdk = {
  name: 'AI SDK',
  package: '@ai-sdk/mcp',
  version: '2.0.99',
  async call(load, server, tool, args, answer) {
    const { createMCPClient, ElicitationRequestSchema } = await load('@ai-sdk/mcp');
    const { Experimental_StdioMCPTransport: Transport } = await load('@ai-sdk/mcp/mcp-stdio');
    // It has forms alone.
    const client = await createMCPClient({
      transport: new Transport({ ...server, stderr: 'ignore' }),
      capabilities: { elicitation: { form: {} } },
    });
    client.onElicitationRequest(ElicitationRequestSchema, ({ params }) => answer(params));
    const { [tool]: found } = await client.tools();
    const result = await found.execute(args, { toolCallId: 'call_1', messages: [] });
    await client.close();
    return textOf(result);
  },
};

const langChain = {
  name: 'LangChain adapters',
  package: '@langchain/mcp-adapters',
  version: '1.1.4',
  beside: ['@langchain/core@1'],
  async call(load, server, tool, args) {
    const { MultiServerMCPClient } = await load('@langchain/mcp-adapters');
    const client = new MultiServerMCPClient({ mcpServers: { ours: { transport: 'stdio', ...server } } });
    const found = (await client.getTools()).find(({ name }) => name === tool);
    // It throws what a result with isError says.
    const result = await found.invoke(args).catch(({ message }) => message);
    await client.close();
    return String(result);
  },
};

export const libraryHosts = [sdk1, sdk2('2025-11-25'), sdk2('2026-07-28'), aiSdk, langChain];

/** Have a library call both tools. */
export async function runLibrary({ call }, scratch, { doctor, airline }) {
  const { resolve } = createRequire(`${scratch}/package.json`);
  const load = (name) => import(pathToFileURL(resolve(name)).href);
  const seen = {};
  const answer = (params) => {
    const question = questionIn(params.message);
    if (question === undefined) return { action: 'decline' };
    const { message, requestedSchema = {} } = params;
    seen[question.name] = `${seen[question.name] ?? ''}\n${message}\n${JSON.stringify(requestedSchema)}`;
    return answerTo(question, requestedSchema.properties);
  };
  const results = {
    doctor: await call(load, doctor, 'doctor', {}, answer),
    book_flight: await call(load, airline, 'book_flight', { from: 'NYC', destination: 'LAX' }, answer),
  };
  return { results, seen };
}

/** What the person of a host does with a form. */
function answerTo({ kind, value }, properties = {}) {
  const [[name, field] = [], ...others] = Object.entries(properties);
  const send = (sent) => ({ action: 'accept', content: sent === undefined ? {} : { [name]: sent } });
  const namesOf = (titles, options = []) =>
    options.filter(({ title }) => titles.some((each) => title.includes(each))).map((option) => option.const);
  switch (kind) {
    case 'more':
      return send(`${field.default ?? ''}${value}`);
    case 'number':
      return send(Number(value));
    case 'yes':
      return send(true);
    case 'one':
      return send(namesOf([value], field.oneOf)[0]);
    case 'several':
      return send(namesOf(value, field.items?.anyOf));
    case 'group':
      return { action: 'accept', content: { [name]: value[0], [others[0]?.[0]]: value[1] } };
    case 'send':
      return send(field.default);
    case 'no':
      return { action: 'decline' };
    case 'page':
      return { action: 'accept' };
    default:
      return send(value);
  }
}
