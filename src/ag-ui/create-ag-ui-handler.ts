import type { AGUIEvent } from '@ag-ui/core';
import { EventEncoder } from '@ag-ui/encoder';
import type { ChatHandler } from '../chat/create-chat-handler.ts';
import { readText } from '../chat/read-request.ts';
import type { ChatStreamLine } from '../protocol/chat-event.ts';
import type { ChatRequestBody } from '../protocol/chat-request.ts';
import { createNarrator } from './narrator.ts';
import { newsOf, readRunInput, stopOf, stopsOf, wholeOf, type RunInput } from './run-input.ts';

/**
 * Serve a chat as an AG-UI agent: its questions are interrupts, and `resume` answers them. The chat may be mounted
 * elsewhere, too; both then show the same conversations. The chat's limits hold for both.
 *
 * @example
 * export const POST = createAgUiHandler(createChatHandler({ provider, tools: [bookFlightTool] }));
 */
export function createAgUiHandler(chat: ChatHandler): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'POST') return chat(request);
    const run: { input?: RunInput } = {};
    /** The chat reads the body no earlier than one of its own: once the owner is known. */
    const post = (bodyOf: (input: RunInput) => ChatRequestBody) =>
      chat['~handle'](request, async (_, limits) =>
        bodyOf((run.input ??= readRunInput(await readText(request, limits), limits.bodyValues))),
      );
    const first = await post(newsOf);
    const { input } = run;
    if (input === undefined) return first;
    let response = first.status === 409 ? await post(wholeOf) : first;
    for (const sessionId of stopsOf(input).slice(1)) {
      // One after the other: the last one tells how all of them stand.
      await response.body?.cancel();
      response = await post(() => stopOf(input, sessionId));
    }
    if (!response.ok || response.body === null) return response;
    return new Response(response.body.pipeThrough(new TextDecoderStream()).pipeThrough(narrate(input)), {
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        // Tell proxies not to buffer the response, or they would hold back every question.
        'x-accel-buffering': 'no',
      },
    });
  };
}

const encoder = new TextEncoder();

/** Turn the chat's lines into the events of a run. */
function narrate(input: RunInput): TransformStream<string, Uint8Array> {
  const narrator = createNarrator(input);
  const events = new EventEncoder();
  let rest = '';
  const write = (controller: TransformStreamDefaultController<Uint8Array>, told: Iterable<AGUIEvent>) => {
    for (const event of told) controller.enqueue(encoder.encode(events.encodeSSE(event as never)));
  };
  return new TransformStream({
    start: (controller) => write(controller, narrator.start()),
    transform(chunk, controller) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '') controller.enqueue(encoder.encode(': alive\n\n'));
        else write(controller, narrator.read(JSON.parse(line) as ChatStreamLine));
      }
    },
    flush: (controller) => write(controller, narrator.end()),
  });
}
