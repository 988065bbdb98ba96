import { ensure, until, type Operation } from 'effection';
import type { ChatDelta, ChatProvider, ChatProviderOptions, ChatProviderResult } from '../protocol/chat-provider.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';

/** Stream one answer of the model to its end. Halting it aborts the provider. */
export function* runProvider(
  provider: ChatProvider,
  messages: readonly ChatMessage[],
  options: Omit<ChatProviderOptions, 'signal'>,
  onDelta: (delta: ChatDelta) => void = () => undefined,
): Operation<ChatProviderResult> {
  const stop = new AbortController();
  yield* ensure(() => stop.abort());
  const iterator = provider.stream(messages, { ...options, signal: stop.signal })[Symbol.asyncIterator]();
  for (;;) {
    const next = yield* until(iterator.next());
    if (next.done === true) return next.value;
    onDelta(next.value);
  }
}
