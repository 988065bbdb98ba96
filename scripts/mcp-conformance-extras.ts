// The fixtures of the conformance suite that elicitkit has no words for: images, roots, prompts, resources and the
// like. They are written with the SDK's own API, as `extend` of an endpoint is for.
import {
  completable,
  createRequestStateCodec,
  fromJsonSchema,
  inputRequired,
  ResourceTemplate,
  type ContentBlock,
  type McpServer,
  type ServerContext,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import * as z from 'zod';

const image = {
  type: 'image' as const,
  mimeType: 'image/png',
  // One pixel.
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
};
const audio = {
  type: 'audio' as const,
  mimeType: 'audio/wav',
  // No samples.
  data: 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=',
};
const nothing = z.object({});
const codec = createRequestStateCodec<object>({ key: crypto.getRandomValues(new Uint8Array(32)) });

/** Add them to a server. `bus` reaches the clients that subscribed. */
export function addExtras(server: McpServer, bus: ServerEventBus): void {
  addContent(server);
  addSchema(server);
  addReconnection(server);
  addRounds(server);
  addChanges(server, bus);
  addResources(server);
  addPrompts(server);
}

function addContent(server: McpServer): void {
  const content: Record<string, ContentBlock[]> = {
    test_image_content: [image],
    test_audio_content: [audio],
    test_embedded_resource: [
      {
        type: 'resource',
        resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource.' },
      },
    ],
    test_multiple_content_types: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      {
        type: 'resource',
        resource: { uri: 'test://mixed', mimeType: 'application/json', text: '{"test":"data","value":123}' },
      },
    ],
  };
  for (const [name, parts] of Object.entries(content)) {
    server.registerTool(name, { description: 'Gives content that is no text' }, () => ({ content: parts }));
  }
}

/** elicitkit writes parameters with zod, which has no words for these keywords. */
function addSchema(server: McpServer): void {
  const inputSchema = fromJsonSchema({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // oxlint-disable-next-line unicorn/no-thenable
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  });
  const description = 'Has a schema with keywords of 2020-12';
  server.registerTool('json_schema_2020_12_tool', { description, inputSchema }, (given) =>
    textResult(JSON.stringify(given)),
  );
}

function addReconnection(server: McpServer): void {
  const description = 'Ends the stream before its result, which the client gets when it resumes';
  server.registerTool('test_reconnection', { description, inputSchema: nothing }, async (_given, { http }) => {
    http?.closeSSE?.();
    return textResult('Resumed');
  });
}

/** What asks for roots, in rounds. */
function addRounds(server: McpServer): void {
  server.registerTool(
    'test_input_required_result_list_roots',
    { description: "Asks for the client's roots", inputSchema: nothing },
    (_given, { mcpReq }) => {
      const roots = mcpReq.inputResponses?.['client_roots'];
      if (roots !== undefined) return textResult(JSON.stringify(roots));
      return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
    },
  );
  server.registerTool(
    'test_input_required_result_multiple_inputs',
    { description: 'Asks for three things at once', inputSchema: nothing },
    async (_given, ctx) => {
      const { requestState, inputResponses = {} } = ctx.mcpReq;
      const state = requestState<string>();
      if (state !== undefined) await codec.verify(state, ctx);
      const names = ['user_name', 'greeting', 'client_roots'];
      if (state !== undefined && names.every((name) => name in inputResponses)) return textResult('All are there');
      return inputRequired({
        inputRequests: {
          user_name: inputRequired.elicit({ message: 'What is your name?', requestedSchema: textForm('name') }),
          greeting: inputRequired.createMessage({
            messages: [{ role: 'user', content: { type: 'text', text: 'Generate a greeting' } }],
            maxTokens: 50,
          }),
          client_roots: inputRequired.listRoots(),
        },
        requestState: await codec.mint({}, ctx),
      });
    },
  );
}

/** The lists of this server never change. The suite asks only whether its subscribers are told. */
function addChanges(server: McpServer, bus: ServerEventBus): void {
  const description = 'Tells clients that a list has changed';
  server.registerTool('test_trigger_tool_change', { description, inputSchema: nothing }, () => {
    bus.publish({ kind: 'tools_list_changed' });
    return textResult('Told');
  });
  server.registerTool('test_trigger_prompt_change', { description, inputSchema: nothing }, () => {
    bus.publish({ kind: 'prompts_list_changed' });
    return textResult('Told');
  });
}

function addResources(server: McpServer): void {
  server.server.registerCapabilities({ resources: { subscribe: true } });
  for (const name of ['static-text', 'watched-resource']) {
    server.registerResource(name, `test://${name}`, { mimeType: 'text/plain' }, ({ href }) => ({
      contents: [{ uri: href, mimeType: 'text/plain', text: `This is the content of ${name}.` }],
    }));
  }
  server.registerResource('static-binary', 'test://static-binary', { mimeType: image.mimeType }, ({ href }) => ({
    contents: [{ uri: href, mimeType: image.mimeType, blob: image.data }],
  }));
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { mimeType: 'application/json' },
    ({ href }, { id }) => ({
      contents: [{ uri: href, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) }],
    }),
  );
  // Before 2026-07-28.
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function addPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'One message' }, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'This is a simple prompt for testing.' } }],
  }));
  const words = ['paris', 'park', 'party'];
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'A message with two arguments',
      argsSchema: z.object({
        arg1: completable(z.string(), (begun) => words.filter((word) => word.startsWith(begun))),
        arg2: z.string(),
      }),
    },
    ({ arg1, arg2 }) => ({
      messages: [
        { role: 'user', content: { type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` } },
      ],
    }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'A message with a resource', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
          },
        },
        { role: 'user', content: { type: 'text', text: 'Please process the embedded resource above.' } },
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'A message with an image' }, () => ({
    messages: [
      { role: 'user', content: image },
      { role: 'user', content: { type: 'text', text: 'Please analyze the image above.' } },
    ],
  }));
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks before it is written' }, askContext);
}

function askContext({ mcpReq }: ServerContext) {
  const answer = mcpReq.inputResponses?.['user_context'];
  if (answer === undefined) {
    const asked = inputRequired.elicit({
      message: 'What context should the prompt use?',
      requestedSchema: textForm('context'),
    });
    return inputRequired({ inputRequests: { user_context: asked } });
  }
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text: JSON.stringify(answer) } }] };
}

function textForm(field: string) {
  return { type: 'object' as const, properties: { [field]: { type: 'string' as const } }, required: [field] };
}

function textResult(text: string): { content: ContentBlock[] } {
  return { content: [{ type: 'text', text }] };
}
