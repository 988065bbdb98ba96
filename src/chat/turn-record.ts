import type { ToolCallInfo } from '../protocol/chat-event.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import { objectFrom } from '../protocol/json.ts';
import { resultIn } from '../protocol/message-parts.ts';
import type { Shows } from './offered-tools.ts';
import {
  answerDangling,
  createTurn,
  isOpen,
  toolMessage,
  type KeptToolCall,
  type Turn,
  type TurnCall,
} from './turn.ts';

/** The version of `TurnRecord`. Raise it when older records would be misread. */
export const turnFormat = 1;

/** What a record takes over from its turn as it is. */
export const keptOfTurn = [
  'conversationId',
  'owner',
  'ownerName',
  'iteration',
  'modelRuns',
  'usage',
  'queued',
  'silent',
  'error',
  'isEndTold',
  'lost',
  'dropped',
  'earlier',
  // Names the list of the turn's messages.
  'generation',
] as const satisfies readonly (keyof Turn)[];

type Kept = Pick<Turn, (typeof keptOfTurn)[number]>;

/** What a record takes over from each call of its turn. */
const keptOfCall = [
  'id',
  'abortedBy',
  'refused',
  'hasBegun',
  'isAnswered',
] as const satisfies readonly (keyof TurnCall)[];

/**
 * What a store keeps of a turn, besides its messages. The questions of its calls are in the calls' own records.
 * Whether the turn rests is not in it: a turn rests if nobody has its lease.
 */
export interface TurnRecord extends Kept {
  readonly format: typeof turnFormat;
  /** The calls of the turn. Their names and arguments are in the messages, and so are the results of those that ended. */
  readonly calls: readonly Pick<TurnCall, (typeof keptOfCall)[number]>[];
  /** The revision of the last event that was told at the time. */
  readonly revision: number;
  /** Counts the writes of this record. */
  readonly write: number;
  /** How many messages its list has. */
  readonly length: number;
  /** What the last request's client can show. */
  readonly shows: Shows;
}

type AboutRecord = Pick<TurnRecord, 'revision' | 'write' | 'length' | 'shows'>;

export function recordOf(turn: Turn, { revision, write, length, shows }: AboutRecord) {
  const calls = turn.calls.map((call) => pick(call, keptOfCall));
  return { format: turnFormat, ...pick(turn, keptOfTurn), calls, revision, write, length, shows } satisfies TurnRecord;
}

function pick<From, Name extends keyof From>(from: From, names: readonly Name[]): Pick<From, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>;
}

/** The record holds all of the turn that has to be recorded at once. The rest follows with the next commit. */
export function isRecorded(turn: Turn, record: TurnRecord): boolean {
  const isSame = (now: unknown, then: unknown) => now === then || JSON.stringify(now) === JSON.stringify(then);
  const isSameCall = (call: TurnCall, then: TurnRecord['calls'][number] | undefined) =>
    then !== undefined && keptOfCall.every((name) => call[name] === then[name]);
  return (
    keptOfTurn.every((name) => isSame(turn[name], record[name])) &&
    turn.calls.length === record.calls.length &&
    turn.calls.every((call, place) => isSameCall(call, record.calls[place]))
  );
}

/** The tool messages of the calls that have ended, as they are kept beside the other messages. @param but - not of these */
export function resultsOf({ calls }: Turn, but?: ReadonlySet<unknown>): ChatMessage[] {
  const ended = calls.filter(({ id, result }) => result !== undefined && but?.has(id) !== true);
  return ended.map(({ id, result }) => toolMessage(id, result!));
}

/**
 * Make the turn of a record again.
 *
 * @param messages - all messages in the order in which they came, with the results of calls anywhere after the calls
 * @param resume - what became of a call, as far as its session knows. How it ended counts if it has no result yet
 */
export function turnFrom(
  record: TurnRecord,
  messages: readonly ChatMessage[],
  resume: (call: ToolCallInfo) => Pick<TurnCall, 'state' | 'pending' | 'settled' | 'revised' | 'result'>,
): Turn {
  const mine = new Set(record.calls.map(({ id }) => id));
  const results = new Map(
    messages.flatMap((message) => {
      const { role, tool_call_id: id = '' } = message;
      return role === 'tool' && mine.has(id) ? [[id, resultIn(message)] as const] : [];
    }),
  );
  const others = messages.filter(({ role, tool_call_id: id = '' }) => role !== 'tool' || !mine.has(id));
  const infos = new Map(
    others.flatMap(({ tool_calls: calls = [] }) =>
      (calls as readonly KeptToolCall[]).map((call) => [call.id, call] as const),
    ),
  );
  const turn: Turn = {
    ...createTurn(record.conversationId, record.owner, []),
    ...pick(record, keptOfTurn),
    messages: answerDangling(others, mine),
    calls: record.calls.map((call): TurnCall => {
      const { hostId, aside, function: called } = infos.get(call.id) ?? {};
      const { name = '', arguments: args = '{}' } = called ?? {};
      const info = {
        id: call.id,
        name,
        arguments: objectFrom(args) ?? {},
        ...(hostId !== undefined && { hostId }),
        ...(aside && { aside }),
      };
      const result = results.get(call.id);
      const told = { ...info, ...call, ...resume(info) };
      return result === undefined ? told : { ...told, state: 'done', pending: [], result };
    }),
    // A model that was at work when its process ended is asked again.
    modelRuns: false,
    iteration: record.modelRuns ? record.iteration - 1 : record.iteration,
  };
  if (isOpen(turn)) return { ...turn, phase: turn.queued.length > 0 ? 'executing_tools' : 'handoff' };
  return { ...turn, phase: turn.error === undefined ? 'complete' : 'failed' };
}
