import type { UIMessage, UIMessageChunk } from 'ai';
import type { PluginClient } from '../client/client-options.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import { comingSteps, isBusy, replyId, replySteps, turnsOf, type ChatTurn, type UiPart } from './ui-messages.ts';

interface FollowOptions {
  /** The last message that the reader has. If it is this turn's, only what is new is told. */
  told?: UIMessage | undefined;
  /** Until this has resolved, the turn is not over. */
  until?: Promise<void> | undefined;
}

/** What comes of a message of the person, until the turn rests or the person says something else. */
export function followTurn(
  client: PluginClient,
  turnId: string | undefined,
  { told, until }: FollowOptions,
): ReadableStream<UIMessageChunk> {
  const isTold = turnId !== undefined && told?.id === replyId(turnId);
  const tell = createTeller(isTold ? told.parts : []);
  const read = createReader(turnId);
  let isOver = until === undefined;
  let isClosed = false;
  let unsubscribe = () => {};
  function leave(): void {
    isClosed = true;
    unsubscribe();
  }
  return new ReadableStream<UIMessageChunk>({
    start(controller) {
      let isStarted = false;
      function look(): void {
        if (isClosed) return;
        const snapshot = client.getSnapshot();
        const { turn, isLast, steps } = read(snapshot.messages);
        const chunks = turn === undefined ? [] : tell(isLast ? [...steps, ...comingSteps(snapshot)] : steps);
        if (chunks.length > 0 && !isStarted) {
          isStarted = true;
          controller.enqueue({ type: 'start', messageId: replyId(turnId ?? '') });
        }
        for (const chunk of chunks) controller.enqueue(chunk);
        const isUnsaid = turn === undefined && !isOver;
        if (isUnsaid || (isLast && (!isOver || isBusy(snapshot)))) return;
        leave();
        for (const chunk of tell([])) controller.enqueue(chunk);
        if (snapshot.problem !== undefined) controller.enqueue({ type: 'error', errorText: snapshot.problem.message });
        controller.enqueue({ type: 'finish' });
        controller.close();
      }
      unsubscribe = client.subscribe(look);
      void until?.then(() => {
        isOver = true;
        look();
      });
      look();
    },
    cancel: leave,
  });
}

/** Reads the messages only when they have changed. Most changes are one more word of the text. */
function createReader(turnId: string | undefined) {
  let last: { messages: readonly ChatMessage[]; turn: ChatTurn | undefined; isLast: boolean; steps: Steps } | undefined;
  return (messages: readonly ChatMessage[]) => {
    if (last?.messages === messages) return last;
    const turns = turnsOf(messages);
    const turn = turns.find(({ id }) => id === turnId);
    last = { messages, turn, isLast: turn === turns.at(-1), steps: replySteps(turn?.replies ?? [], true) };
    return last;
  };
}

type Steps = readonly (readonly UiPart[])[];

/**
 * Turns steps into chunks for a reader that has some of them. It has what the model said in those, and hears only how
 * their calls end. Words that have changed since they were told stay as they are: `useElicitResume` puts them right
 * when the turn rests.
 *
 * @param before - the parts that the reader has
 */
function createTeller(before: readonly UiPart[]): (steps: Steps) => UIMessageChunk[] {
  const had = before.filter(({ type }) => type === 'step-start').length;
  const calls = new Map(before.flatMap((part) => ('toolCallId' in part ? [[part.toolCallId, part.state]] : [])));
  /** The words of each part that was told. */
  const words: string[] = [];
  /** The part that can still grow. */
  let open: { at: number; type: 'text' | 'reasoning' } | undefined;

  function* end(): Generator<UIMessageChunk> {
    if (open !== undefined) yield { type: `${open.type}-end`, id: `${open.at}` };
    open = undefined;
  }

  function* tellCall(part: Extract<UiPart, { toolCallId: string }>): Generator<UIMessageChunk> {
    const { toolCallId, type, state, input } = part;
    const known = calls.get(toolCallId);
    if (known === state) return;
    calls.set(toolCallId, state);
    if (known === undefined) {
      yield* end();
      yield { type: 'tool-input-available', toolCallId, toolName: type.replace('tool-', ''), input };
    }
    if (state === 'output-available') yield { type: 'tool-output-available', toolCallId, output: part.output };
    if (state === 'output-error') yield { type: 'tool-output-error', toolCallId, errorText: part.errorText };
  }

  function* tellWords(part: UiPart, at: number): Generator<UIMessageChunk> {
    const told = words[at];
    if (told === undefined) {
      yield* end();
      words[at] = '';
    }
    if (part.type === 'text' || part.type === 'reasoning') {
      const id = `${at}`;
      if (told === undefined) {
        open = { at, type: part.type };
        yield { type: `${part.type}-start`, id };
      }
      if (open?.at !== at || !part.text.startsWith(told ?? '') || part.text === told) return;
      words[at] = part.text;
      yield { type: `${part.type}-delta`, id, delta: part.text.slice(told?.length ?? 0) };
    } else if (told === undefined) {
      yield part.type === 'step-start' ? { type: 'start-step' } : (part as UIMessageChunk);
    }
  }

  return (steps) => {
    if (steps.length === 0) return [...end()];
    const older = steps.slice(0, had).flat();
    const fresh = steps.slice(had).flat();
    return [
      ...older.flatMap((part) => ('toolCallId' in part ? [...tellCall(part)] : [])),
      ...fresh.flatMap((part, at) => ('toolCallId' in part ? [...tellCall(part)] : [...tellWords(part, at)])),
    ];
  };
}
