import type { UIMessage, UIMessageChunk } from 'ai';
import type { PluginClient } from '../client/client-options.ts';
import { isBusy, replyId, replyParts, turnsOf, type UiPart } from './ui-messages.ts';

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
        const turns = turnsOf(snapshot.messages);
        const turn = turns.find(({ id }) => id === turnId);
        const isLast = turn === turns.at(-1);
        const chunks = turn === undefined ? [] : tell(replyParts(turn.replies, isLast ? snapshot.text : ''));
        if (chunks.length > 0 && !isStarted) {
          isStarted = true;
          controller.enqueue({ type: 'start', messageId: replyId(turnId ?? '') });
        }
        for (const chunk of chunks) controller.enqueue(chunk);
        const isUnsaid = turn === undefined && !isOver;
        if (isUnsaid || (isLast && (!isOver || isBusy(snapshot)))) return;
        leave();
        for (const chunk of tell(undefined)) controller.enqueue(chunk);
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

/**
 * Turns parts into chunks that make them of the parts that were told before. A part that was told otherwise stays as it
 * is: `useElicitResume` puts it right when the turn rests.
 */
function createTeller(before: readonly UiPart[]) {
  let told: readonly UiPart[] = before;
  /** The text that can still grow. */
  let open: number | undefined;

  function* end(): Generator<UIMessageChunk> {
    if (open !== undefined) yield { type: 'text-end', id: `${open}` };
    open = undefined;
  }

  function* tellPart(part: UiPart, old: UiPart | undefined, at: number): Generator<UIMessageChunk> {
    if (part.type === 'step-start' && old === undefined) {
      yield* end();
      yield { type: 'start-step' };
    } else if (part.type === 'text') {
      if (old === undefined) {
        yield* end();
        open = at;
        yield { type: 'text-start', id: `${at}` };
      }
      const said = old?.type === 'text' ? old.text : '';
      if (open === at && part.text.length > said.length && part.text.startsWith(said)) {
        yield { type: 'text-delta', id: `${at}`, delta: part.text.slice(said.length) };
      }
    } else if ('toolCallId' in part) {
      const { toolCallId } = part;
      if (old === undefined) {
        yield* end();
        yield { type: 'tool-input-available', toolCallId, toolName: part.type.slice(5), input: part.input };
      }
      if (old !== undefined && 'state' in old && old.state === part.state) return;
      if (part.state === 'output-available') yield { type: 'tool-output-available', toolCallId, output: part.output };
      if (part.state === 'output-error') {
        yield { type: 'tool-output-error', toolCallId, errorText: part.errorText };
      }
    }
  }

  return (parts: readonly UiPart[] | undefined): UIMessageChunk[] => {
    if (parts === undefined) return [...end()];
    const chunks = parts.flatMap((part, at) => [...tellPart(part, told[at], at)]);
    told = parts;
    return chunks;
  };
}
