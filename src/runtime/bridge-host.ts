import { createQueue, scoped, spawn, until, withResolvers, type Operation, type Subscription } from 'effection';
import { isObject } from '../protocol/json.ts';
import type { AnyMcpTool } from '../tool/create-mcp-tool.ts';
import type { BridgeEvent } from './bridge-event.ts';
import { droppable } from './droppable.ts';
import { NotAnOperationError, ToolChangedError } from './errors.ts';
import type { JournalEntry } from './journal.ts';
import { createRecorder } from './recorder.ts';
import { createToolContext } from './tool-context.ts';

/** Runs one call of a tool, and passes on what it asks for. */
export interface BridgeHost {
  /** What the tool wants, in order; nothing is lost before the first reader comes. */
  readonly events: Subscription<BridgeEvent, never>;
  /**
   * Run the tool to its end and give what it returned. Run it once; halting it stops the tool, whose
   * clean-up then runs.
   *
   * @throws what the tool throws
   * @throws {ToolChangedError} when its code no longer fits its journal
   */
  run(): Operation<unknown>;
  /**
   * From now on, halting `run` forgets the tool where it stands instead of stopping it: no `finally` of its body
   * runs, since another run will go on from the journal. Resources it holds are released, and what it runs beside
   * itself, in `race`, `all` or `spawn`, is halted: a `finally` there runs.
   */
  drop(): void;
  /** A step is under way, or the model is asked: were the tool dropped now, the next run would do that again. */
  isAtWork(): boolean;
}

/** Options of `createBridgeHost`. */
export interface BridgeHostOptions {
  tool: AnyMcpTool;
  /** The arguments as the model gave them; the tool's schema parses them. */
  params: unknown;
  callId: string;
  /** What the call has completed so far. @default [] */
  journal?: readonly JournalEntry[] | undefined;
  /** Keep one more completed operation. The tool goes on only afterwards. */
  append?: ((entry: JournalEntry) => Operation<void>) | undefined;
  replayTimeout?: number | undefined;
  /** Of a question's context, as JSON. @default no limit */
  maxContextBytes?: number | undefined;
}

/** Run a tool outside of a chat: `events` tells what it asks for, and a journal feeds back what it was given before. */
export function createBridgeHost(options: BridgeHostOptions): BridgeHost {
  const { tool, params, callId, journal = [], append = keepNothing, replayTimeout, maxContextBytes } = options;
  const events = createQueue<BridgeEvent, never>();
  let dropped = false;
  let isAtWork = () => false;

  return {
    events,
    drop() {
      dropped = true;
    },
    isAtWork: () => isAtWork(),
    run: () =>
      scoped(function* () {
        const end = withResolvers<unknown>();
        const recorder = createRecorder({
          toolName: tool.name,
          journal,
          append,
          replayTimeout,
          onChanged(error) {
            dropped = true;
            end.reject(error);
          },
        });
        isAtWork = recorder.isAtWork;
        const stop = new AbortController();
        const ctx = createToolContext({
          toolName: tool.name,
          callId,
          questions: tool.questions,
          asksUrl: tool.asksUrl,
          signal: stop.signal,
          recorder,
          maxContextBytes,
          emit: (event) => events.add(event),
        });
        yield* spawn(recorder.deliver);
        yield* spawn(function* () {
          try {
            const value = yield* droppable(start(tool, params, ctx), () => dropped);
            const missing = recorder.leftOver();
            if (missing === undefined) end.resolve(value);
            else end.reject(new ToolChangedError(tool.name, missing, 'ended without asking for it'));
          } catch (error) {
            end.reject(error as Error);
          }
        });
        try {
          return yield* end.operation;
        } finally {
          // Before the tool unwinds: JavaScript goes on after a finally that yields, and must not start anything more.
          recorder.end();
          stop.abort();
        }
      }),
  };
}

/** Call the tool inside its run, so that what throws before its first yield is the run's error too. */
function* start(tool: AnyMcpTool, params: unknown, ctx: unknown): Operation<unknown> {
  const parsed = yield* until(tool.parameters.parseAsync(params));
  const body: unknown = tool.run(parsed as never, ctx as never);
  if (!isObject(body) || typeof (body as Iterates)[Symbol.iterator] !== 'function') {
    // Nobody will wait for a promise: what it throws is not to end the process.
    if (body instanceof Promise) body.catch(() => undefined);
    throw new NotAnOperationError(tool.name, 'called');
  }
  const value: unknown = yield* body as unknown as Operation<unknown>;
  if (value instanceof Promise) value.catch(() => undefined);
  if (value instanceof Promise || isOperation(value)) throw new NotAnOperationError(tool.name, 'returned');
  return value;
}

/** True for generators and for Effection's own; lists, maps and sets are data. */
function isOperation(value: unknown): value is Operation<unknown> {
  if (!isObject(value) || typeof (value as Iterates)[Symbol.iterator] !== 'function') return false;
  return typeof value['next'] === 'function' || Object.hasOwn(value, Symbol.iterator);
}

interface Iterates {
  [Symbol.iterator]?: unknown;
}

function* keepNothing(): Operation<void> {}
