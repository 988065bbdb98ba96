import { EventType, PROTOCOL_VERSION, type AGUIEvent, type Interrupt, type Metadata } from '@ag-ui/core';
import type { ChatStreamEvent, ChatStreamLine, ErrorEvent } from '../protocol/chat-event.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import { outcomeUnknown, toolCallOf } from '../protocol/message-parts.ts';
import { agUiKey } from '../protocol/ag-ui.ts';
import { interruptOf, waitOf, type Doing } from './interrupt.ts';
import { isSame, metadataOf, wireMessages, type KnownMessage } from './run-messages.ts';
import type { RunInput } from './run-input.ts';

/** What the model is saying, as the client hears it. */
interface Speech {
  readonly id: string;
  content: string;
}

/**
 * Tells a conversation as the events of a run: what its client does not know. The server's record counts, and the
 * client's messages say only how much of it the client has.
 */
export function createNarrator({ threadId, runId, messages }: RunInput) {
  /** The conversation as the client has it now. */
  let known = messages.filter(({ said }) => said !== undefined);
  const ofClient = messages.filter(({ said, raw }) => said === undefined && raw?.role !== 'reasoning');
  const interrupts = new Map<string, Interrupt>();
  const settled = new Set<string>();
  /** What each call said last of what it does, or somebody else was asked by it. */
  const doing = new Map<string, Doing>();
  /** The calls that a page began beside the model's. */
  const asides = new Set<string>();
  let snapshot: ChatStreamEvent[] = [];
  let words: Speech | undefined;
  /** The id of what it is thinking. */
  let thoughts: string | undefined;
  let error: ErrorEvent | undefined;
  let isOver = false;

  function* speak(delta: string): Generator<AGUIEvent> {
    yield* hushThoughts();
    if (words === undefined) {
      words = { id: crypto.randomUUID(), content: '' };
      yield { type: EventType.TEXT_MESSAGE_START, messageId: words.id, role: 'assistant' };
    }
    words.content += delta;
    if (delta !== '') yield { type: EventType.TEXT_MESSAGE_CONTENT, messageId: words.id, delta };
  }

  function* think(delta: string): Generator<AGUIEvent> {
    if (thoughts === undefined) {
      thoughts = crypto.randomUUID();
      yield { type: EventType.REASONING_START, messageId: thoughts };
      yield { type: EventType.REASONING_MESSAGE_START, messageId: thoughts, role: 'reasoning' };
    }
    yield { type: EventType.REASONING_MESSAGE_CONTENT, messageId: thoughts, delta };
  }

  function* hushThoughts(): Generator<AGUIEvent> {
    if (thoughts === undefined) return;
    const messageId = thoughts;
    thoughts = undefined;
    yield { type: EventType.REASONING_MESSAGE_END, messageId };
    yield { type: EventType.REASONING_END, messageId };
  }

  /** @param metadata - what AG-UI has no field for in the message that ends here */
  function* hush(metadata?: Metadata): Generator<AGUIEvent> {
    yield* hushThoughts();
    if (words === undefined) return;
    const { id, content } = words;
    words = undefined;
    yield { type: EventType.TEXT_MESSAGE_END, messageId: id, ...(metadata && { metadata }) };
    known = [...known, { id, said: { role: 'assistant', content } }];
  }

  /** The model's whole message. Most of it was heard as it was said. */
  function* tellAnswer(message: ChatMessage): Generator<AGUIEvent> {
    const { content, reasoning = [], tool_calls: calls = [] } = message;
    const news = calls.filter(({ id }) => !isCallKnown(id));
    if (calls.length > 0 && news.length === 0) return;
    const metadata = metadataOf(message);
    const isText = content !== '' || calls.length === 0 || metadata !== undefined;
    if (isText && words?.content !== content) {
      yield* hush();
      for (const { text } of reasoning) yield* think(text);
      yield* speak(content);
    }
    yield* hush(metadata);
    const id = (isText ? known.at(-1)?.id : undefined) ?? crypto.randomUUID();
    for (const call of news) {
      const { name, arguments: args } = call.function;
      yield { type: EventType.TOOL_CALL_START, toolCallId: call.id, toolCallName: name, parentMessageId: id };
      yield { type: EventType.TOOL_CALL_ARGS, toolCallId: call.id, delta: args };
      yield { type: EventType.TOOL_CALL_END, toolCallId: call.id };
    }
    known = [...(isText ? known.slice(0, -1) : known), { id, said: message }];
  }

  function* tellResult(toolCallId: string, content: string): Generator<AGUIEvent> {
    for (const [elicitId, { toolCallId: callId }] of interrupts) if (callId === toolCallId) interrupts.delete(elicitId);
    if (!isCallKnown(toolCallId) || known.some(({ said }) => said?.tool_call_id === toolCallId)) return;
    yield* hush();
    const messageId = crypto.randomUUID();
    yield { type: EventType.TOOL_CALL_RESULT, messageId, toolCallId, role: 'tool', content };
    // Where the client puts it: behind its call, and behind the results of the calls beside it.
    const owner = known.findIndex(({ said }) => said?.tool_calls?.some(({ id }) => id === toolCallId));
    const place = known.findIndex(({ said }, index) => index > owner && said?.role !== 'tool');
    const result: KnownMessage = { id: messageId, said: { role: 'tool', content, tool_call_id: toolCallId } };
    known = known.toSpliced(place === -1 ? known.length : place, 0, result);
  }

  /** The client knows another conversation than the server has: give it the server's. */
  function* replace(messages: readonly KnownMessage[]): Generator<AGUIEvent> {
    yield* hush();
    const ids = new Set(known.map(({ id }) => id));
    const firstNew = messages.findIndex(({ id }) => !ids.has(id));
    // The official client keeps what it has in its place and appends the rest, so take away what comes later.
    const isMoved = firstNew !== -1 && messages.some(({ id }, index) => index > firstNew && ids.has(id));
    if (isMoved) yield snapshotOf(messages.slice(0, firstNew));
    known = [...messages];
    yield snapshotOf(messages);
  }

  function snapshotOf(told: readonly KnownMessage[]): AGUIEvent {
    const all = [...ofClient, ...told].flatMap(wireMessages);
    return { type: EventType.MESSAGES_SNAPSHOT, messages: all };
  }

  /** The server's whole conversation. */
  function* catchUp(ours: readonly ChatMessage[]): Generator<AGUIEvent> {
    yield* hush();
    const differs = ours.findIndex((message, index) => !isSame(message, known[index]?.said));
    const same = differs === -1 ? ours.length : differs;
    const [missing, more] = [ours.slice(same), known.slice(same)];
    // What the person has just said is on its way into the record.
    const isBehind = missing.length === 0 && more.every(({ said }) => said?.role === 'user');
    const isAhead = more.length === 0 && missing.every(({ role }) => role !== 'user');
    if (isBehind) return;
    if (isAhead) {
      for (const message of missing) yield* tell(message);
      return;
    }
    const theirs = new Map(known.map((message) => [message.id, message]));
    const rest = known.slice(known.findLastIndex(({ said }) => said?.role !== 'user') + 1);
    const told = [
      ...known.slice(0, same).map((message, index) => ({ ...message, said: ours[index] })),
      ...missing.map((said) => knownAs(said, theirs)),
    ];
    const ids = new Set(told.map(({ id }) => id));
    yield* replace([...told, ...rest.filter(({ id }) => !ids.has(id))]);
  }

  function* tell(message: ChatMessage): Generator<AGUIEvent> {
    noteAsides(message.tool_calls);
    const { role, content, tool_call_id: callId = '' } = message;
    if (role === 'tool') return yield* tellResult(callId, content);
    if (role === 'assistant') return yield* tellAnswer(message);
    if (known.some(({ id, said }) => said?.role === 'user' && id === message.id)) return;
    // Another tab said it.
    yield* replace([...known, knownAs(message)]);
  }

  /** The calls that have no result: they wait, for nothing that this client could bring. The agent waits for no others. */
  function waitsNow(): Interrupt[] {
    const calls = known.flatMap(({ said }) => said?.tool_calls ?? []);
    const ended = new Set(known.map(({ said }) => said?.tool_call_id));
    return calls.filter(({ id }) => !ended.has(id) && !asides.has(id)).map(({ id }) => waitOf(id, doing.get(id)));
  }

  function noteAsides(calls: readonly { id: string; aside?: true | undefined }[] = []): void {
    for (const { id, aside } of calls) if (aside === true) asides.add(id);
  }

  function note(
    { callId, sessionId }: { callId: string; sessionId: string },
    message = doing.get(callId)?.message,
  ): void {
    doing.set(callId, { sessionId, message });
  }

  function isCallKnown(callId: string): boolean {
    return known.some(({ said }) => said?.tool_calls?.some(({ id }) => id === callId));
  }

  function* hear(event: ChatStreamEvent): Generator<AGUIEvent> {
    switch (event.type) {
      case 'text':
        return yield* speak(event.content);
      case 'thinking':
        return yield* think(event.content);
      case 'messages':
        error = undefined;
        for (const message of event.messages) yield* tell(message);
        return;
      case 'tool_calls': {
        const { type: _, text = '', calls, ...extras } = event;
        noteAsides(calls);
        return yield* tellAnswer({ ...extras, role: 'assistant', content: text, tool_calls: calls.map(toolCallOf) });
      }
      case 'tool_result':
        return yield* tellResult(event.id, event.content);
      case 'tool_error':
        return yield* tellResult(event.id, `Error: ${event.message}`);
      case 'plugin_elicit_request':
        // Whoever runs the agent cannot answer what somebody else is asked.
        if (event.to === undefined) interrupts.set(event.elicitId, interruptOf(event));
        else note(event, event.message === '' ? undefined : event.message);
        return;
      case 'plugin_elicit_settled':
        interrupts.delete(event.elicitId);
        if (settled.has(event.elicitId)) return;
        settled.add(event.elicitId);
        return yield tellOwn(event);
      case 'plugin_session_error':
        yield tellOwn(event);
        if (event.error === 'SESSION_NOT_FOUND') yield* tellResult(event.callId, outcomeUnknown);
        return;
      case 'plugin_progress':
      case 'plugin_session_status':
        note(event, 'message' in event ? event.message : undefined);
        return yield tellOwn(event);
      case 'plugin_log':
        return yield tellOwn(event);
      case 'error':
        error = event;
        return;
      case 'end':
        isOver = true;
        return;
      case 'snapshot':
        return yield* hearAll(event.events);
      case 'session_info':
      case 'complete':
        return;
    }
  }

  function* hearAll(events: readonly ChatStreamEvent[]): Generator<AGUIEvent> {
    interrupts.clear();
    error = undefined;
    const messages = events.flatMap((event) => (event.type === 'messages' ? event.messages : []));
    noteAsides(messages.flatMap(({ tool_calls: calls = [] }) => calls));
    yield* catchUp(messages);
    for (const event of events) if (event.type !== 'messages') yield* hear(event);
  }

  return {
    start: (): AGUIEvent[] => [{ type: EventType.RUN_STARTED, threadId, runId, protocolVersion: PROTOCOL_VERSION }],
    *read({ snapshot: part, event }: ChatStreamLine): Generator<AGUIEvent> {
      if (event.type !== 'snapshot') return yield* hear(event);
      snapshot = [...snapshot, ...event.events];
      if (part !== undefined) return;
      const events = snapshot;
      snapshot = [];
      yield* hear({ ...event, events: events as typeof event.events });
    },
    *end(): Generator<AGUIEvent> {
      yield* hush();
      if (error !== undefined) {
        return yield { type: EventType.RUN_ERROR, message: error.message, code: error.code };
      }
      if (!isOver) {
        const message = 'The connection to the conversation was lost. Run again to see how it stands.';
        return yield { type: EventType.RUN_ERROR, message, code: 'STREAM_CUT' };
      }
      const open = interrupts.size > 0 ? [...interrupts.values()] : waitsNow();
      const outcome = open.length > 0 ? { type: 'interrupt' as const, interrupts: open } : { type: 'success' as const };
      yield { type: EventType.RUN_FINISHED, threadId, runId, outcome };
    },
  };
}

function knownAs(said: ChatMessage, theirs?: ReadonlyMap<string, KnownMessage>): KnownMessage {
  const id = said.id ?? crypto.randomUUID();
  const known = theirs?.get(id);
  return known !== undefined && isSame(said, known.said) ? known : { id, said };
}

function tellOwn(value: ChatStreamEvent): AGUIEvent {
  return { type: EventType.CUSTOM, name: agUiKey, value };
}
