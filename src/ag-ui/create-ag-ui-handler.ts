import { EventEncoder } from '@ag-ui/encoder';
import { ChatRequestError, errorResponse } from '../chat/chat-errors.ts';
import type { ChatHandler } from '../chat/create-chat-handler.ts';
import { defaultBytes } from '../protocol/bounds.ts';
import type { ChatStreamLine } from '../protocol/chat-event.ts';
import { createNarrator } from './narrator.ts';
import { newsOf, readRunInput, stopOf, stopsOf, wholeOf, type RunInput, type RunInputLimits } from './run-input.ts';

/** Options of `createAgUiHandler`. */
export interface AgUiHandlerOptions {
  /** Of a run's input. All other limits are those of the chat handler. */
  limits?: Partial<RunInputLimits> | undefined;
}

/**
 * Serve a chat as an AG-UI agent: its questions are interrupts, and `resume` answers them. The chat may be mounted
 * elsewhere, too; both then show the same conversations.
 *
 * @example
 * export const POST = createAgUiHandler(createChatHandler({ provider, tools: [bookFlightTool] }));
 */
export function createAgUiHandler(
  chat: ChatHandler,
  { limits = {} }: AgUiHandlerOptions = {},
): (request: Request) => Promise<Response> {
  const { bodyBytes = defaultBytes, bodyValues = 20_000 } = limits;

  return async (request) => {
    if (request.method !== 'POST') return chat(request);
    const arriving = arrive(request, { bodyBytes, bodyValues });
    const first = await chat(requestLike(request, arriving.news));
    const { input, fault } = arriving;
    if (fault !== undefined) return errorResponse(fault);
    if (input === undefined) return first;
    const post = (body: object) => chat(requestLike(request, JSON.stringify(body)));
    let response = first.status === 409 ? await post(wholeOf(input)) : first;
    for (const sessionId of stopsOf(input).slice(1)) {
      // One after the other: the last one tells how all of them stand.
      await response.body?.cancel();
      response = await post(stopOf(input, sessionId));
    }
    if (!response.ok || response.body === null) return response;
    return new Response(response.body.pipeThrough(narrate(input)), {
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        // Tell proxies not to buffer the response, or they would hold back every question.
        'x-accel-buffering': 'no',
      },
    });
  };
}

interface Arriving {
  /** What the run brings, as a body of the chat. It is read no earlier than the chat reads it, once the owner is known. */
  readonly news: ReadableStream<Uint8Array>;
  input?: RunInput;
  /** Why the input was refused. */
  fault?: ChatRequestError;
}

function arrive(request: Request, limits: RunInputLimits): Arriving {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const refuse = (fault: unknown) => {
    if (fault instanceof ChatRequestError) arriving.fault = fault;
    throw fault;
  };
  const reader = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk) {
      bytes += chunk.byteLength;
      if (bytes > limits.bodyBytes) refuse(tooLarge(limits.bodyBytes));
      text += decoder.decode(chunk, { stream: true });
    },
    flush(controller) {
      try {
        arriving.input = readRunInput(text + decoder.decode(), limits);
        controller.enqueue(encoder.encode(JSON.stringify(newsOf(arriving.input))));
      } catch (fault) {
        refuse(fault);
      }
    },
  });
  const arriving: Arriving = { news: (request.body ?? new Blob().stream()).pipeThrough(reader) };
  return arriving;
}

function tooLarge(bytes: number): ChatRequestError {
  return new ChatRequestError(413, 'BODY_TOO_LARGE', `The body is larger than ${bytes} bytes. Send fewer messages.`);
}

/** The chat sees the caller's own headers, by which it knows the owner. */
function requestLike({ url, headers }: Request, body: ReadableStream<Uint8Array> | string): Request {
  const kept = new Headers(headers);
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) kept.delete(name);
  // Node requires `duplex` for a body that is a stream.
  return new Request(url, { method: 'POST', headers: kept, body, duplex: 'half' } as RequestInit);
}

const encoder = new TextEncoder();

/** Turn the chat's lines into the events of a run. */
function narrate(input: RunInput): TransformStream<Uint8Array, Uint8Array> {
  const narrator = createNarrator(input);
  const events = new EventEncoder();
  const decoder = new TextDecoder();
  let rest = '';
  type Told = ReturnType<typeof narrator.start>;
  const write = (controller: TransformStreamDefaultController<Uint8Array>, told: Told) => {
    for (const event of told) controller.enqueue(encoder.encode(events.encodeSSE(event as never)));
  };
  return new TransformStream({
    start: (controller) => write(controller, narrator.start()),
    transform(chunk, controller) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '') controller.enqueue(encoder.encode(': alive\n\n'));
        else write(controller, narrator.read(JSON.parse(line) as ChatStreamLine));
      }
    },
    flush: (controller) => write(controller, narrator.end()),
  });
}
