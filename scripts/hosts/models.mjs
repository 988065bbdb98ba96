// A scripted model on this machine, in the words of four APIs. Asked to "CALL <tool>", it calls that tool once, and then
// repeats the tool's result. It keeps the results, which is how a run reads them.
import { createServer } from 'node:http';

/** Listen on a free port of 127.0.0.1. */
export async function openModel() {
  const results = [];
  const requests = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = readJson(text);
    const path = new URL(request.url, 'http://127.0.0.1').pathname;
    requests.push({ path, body });
    const api = apis.find(({ fits }) => fits(path));
    if (api === undefined)
      return sendJson(response, path.includes('count_tokens') ? { input_tokens: 10 } : { data: [], models: [] });
    const { asked, tools, result } = api.read(body);
    if (result !== undefined && results.at(-1) !== result) results.push(result);
    const word = /\bCALL (\w+)/.exec(asked)?.[1];
    const tool = result === undefined && word ? toolOf(word, tools, asked) : undefined;
    api.answer(response, body, path, tool, tool?.args, result === undefined ? 'Yes.' : 'RESULT is here.');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** What tools gave back, in order. */
    results,
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const anthropic = {
  fits: (path) => path === '/v1/messages',
  read({ messages = [], tools = [] }) {
    // Words of the system may follow.
    const parts = partsOf(messages.findLast(({ role }) => role === 'user')?.content);
    const result = parts.find(({ type }) => type === 'tool_result');
    return { asked: textOf(parts), tools, result: result && textOf(partsOf(result.content)) };
  },
  answer(response, { model, stream }, _path, tool, args, text) {
    const usage = { input_tokens: 1, output_tokens: 1 };
    const stop = tool ? 'tool_use' : 'end_turn';
    const use = tool && { type: 'tool_use', id: `toolu_${Date.now()}`, name: tool.name, input: args };
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage,
    };
    if (stream !== true)
      return sendJson(response, { ...message, content: [use ?? { type: 'text', text }], stop_reason: stop });
    const events = openEvents(response);
    const send = (type, data) => events.send({ type, ...data }, type);
    send('message_start', { message });
    send('content_block_start', { index: 0, content_block: use ? { ...use, input: {} } : { type: 'text', text: '' } });
    const delta = use ? { type: 'input_json_delta', partial_json: JSON.stringify(args) } : { type: 'text_delta', text };
    send('content_block_delta', { index: 0, delta });
    send('content_block_stop', { index: 0 });
    send('message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 1 } });
    send('message_stop', {});
    events.end();
  },
};

const responses = {
  fits: (path) => path.endsWith('/responses'),
  read({ input = [], tools = [] }) {
    const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
    const last = items.at(-1);
    const asked = items.findLast(({ role }) => role === 'user');
    const flat = tools.flatMap((tool) =>
      (tool.tools ?? [tool]).map(({ name = '' }) => ({ name, namespace: tool.tools && tool.name })),
    );
    const output = last?.type === 'function_call_output' ? last.output : undefined;
    return {
      asked: textOf(partsOf(asked?.content)),
      tools: flat,
      result: output === undefined ? undefined : textOf(partsOf(output)),
    };
  },
  answer(response, { model }, _path, tool, args, text) {
    const id = `id_${Date.now()}`;
    const item = tool
      ? {
          type: 'function_call',
          id,
          call_id: id,
          name: tool.name,
          ...(tool.namespace && { namespace: tool.namespace }),
          arguments: JSON.stringify(args),
          status: 'completed',
        }
      : {
          type: 'message',
          id,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text, annotations: [] }],
        };
    const usage = {
      input_tokens: 1,
      output_tokens: 1,
      total_tokens: 2,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    };
    const made = { id, object: 'response', created_at: 1, model, status: 'in_progress', output: [] };
    const events = openEvents(response);
    const send = (type, data) => events.send({ type, ...data }, type);
    send('response.created', { response: made });
    send('response.output_item.added', { output_index: 0, item });
    send('response.output_item.done', { output_index: 0, item });
    send('response.completed', { response: { ...made, status: 'completed', output: [item], usage } });
    events.end();
  },
};

const completions = {
  fits: (path) => path.endsWith('/chat/completions'),
  read({ messages = [], tools = [] }) {
    const last = messages.at(-1);
    const asked = messages.findLast(({ role }) => role === 'user');
    return {
      asked: textOf(partsOf(asked?.content)),
      tools: tools.map((tool) => tool.function),
      result: last?.role === 'tool' ? textOf(partsOf(last.content)) : undefined,
    };
  },
  answer(response, { model, stream }, _path, tool, args, text) {
    const id = `call_${Date.now()}`;
    const call = tool && {
      index: 0,
      id,
      type: 'function',
      function: { name: tool.name, arguments: JSON.stringify(args) },
    };
    const said = { role: 'assistant', content: call ? null : text, ...(call && { tool_calls: [call] }) };
    const about = { id, created: 1, model };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const finish_reason = call ? 'tool_calls' : 'stop';
    if (stream !== true)
      return sendJson(response, {
        ...about,
        object: 'chat.completion',
        usage,
        choices: [{ index: 0, message: said, finish_reason }],
      });
    const events = openEvents(response);
    const object = 'chat.completion.chunk';
    events.send({ ...about, object, choices: [{ index: 0, delta: said, finish_reason: null }] });
    events.send({ ...about, object, choices: [{ index: 0, delta: {}, finish_reason }], usage });
    events.end('data: [DONE]\n\n');
  },
};

const gemini = {
  fits: (path) => /:(stream)?generateContent$/i.test(path),
  read({ contents = [], tools = [] }) {
    const parts = contents.at(-1)?.parts ?? [];
    const given = parts.find((part) => part.functionResponse)?.functionResponse.response;
    const asked = contents.findLast(({ role, parts: all }) => role === 'user' && all.some(({ text }) => text));
    return {
      asked: textOf(asked?.parts ?? []),
      tools: tools.flatMap((tool) => tool.functionDeclarations ?? []),
      result: given === undefined ? undefined : (given.output ?? JSON.stringify(given)),
    };
  },
  answer(response, _body, path, tool, args, text) {
    const part = tool ? { functionCall: { name: tool.name, args } } : { text };
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    const made = {
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata,
    };
    if (!/stream/i.test(path)) return sendJson(response, made);
    const events = openEvents(response);
    events.send(made);
    events.end();
  },
};

const apis = [anthropic, responses, completions, gemini];

/** The tool that a person asked for, with its arguments. */
function toolOf(word, tools, asked) {
  const args = word === 'book_flight' ? { from: 'NYC', destination: 'LAX' } : {};
  const found = tools.find(({ name }) => name.endsWith(word));
  if (found) return { ...found, args };
  // Some hosts only name a tool, and have one tool that calls those.
  const caller = tools.find(({ name }) => name === 'tool_call');
  const [name] = new RegExp(String.raw`\bmcp__\w+__${word}\b`).exec(asked) ?? [];
  return caller && name && { ...caller, args: { name, arguments: args } };
}

function partsOf(content) {
  return typeof content === 'string' ? [{ text: content }] : (content ?? []);
}

function textOf(parts) {
  return parts.map(({ text = '' }) => text).join('\n');
}

function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function sendJson(response, body) {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function openEvents(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  return {
    send: (data, event) => response.write(`${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(data)}\n\n`),
    end: (last) => response.end(last),
  };
}
