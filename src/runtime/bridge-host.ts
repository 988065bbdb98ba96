import { scoped, spawn, until, withResolvers, type Operation } from 'effection';
import type { ApprovalMemory } from '../tool/approval.ts';
import { lackingNeed, type WhatIsThere } from '../tool/tool-needs.ts';
import { callBody } from './call-body.ts';
import { droppable } from './droppable.ts';
import { MissingNeedError, ToolRunError } from './errors.ts';
import { createRecorder, type RecorderOptions } from './recorder.ts';
import { createToolContext, type ToolContextOptions } from './call-context.ts';
import { reviewCall } from './review-call.ts';

export type BridgeHost = ReturnType<typeof createBridgeHost>;

/** Options of `createBridgeHost`. */
export interface BridgeHostOptions
  extends
    Omit<RecorderOptions, 'toolName' | 'onRefused' | 'onIdle' | 'onChanged'>,
    Omit<ToolContextOptions, 'there' | 'isRepeatable' | 'recorder'> {
  /** The arguments as the model gave them. The tool's schema parses them. */
  params: unknown;
  /** The arguments, if the tool's schema has already parsed them. They are not parsed again. */
  parsed?: { readonly value: unknown } | undefined;
  /** What is there for tools that require it, besides `parent`. @default all */
  can?: Omit<WhatIsThere, 'parentMessages'> | undefined;
  /** What this person allowed for good. @default nothing is remembered */
  approvals?: ApprovalMemory | undefined;
}

/** Runs one call of a tool and passes on its requests. A journal replays its earlier outcomes. */
export function createBridgeHost(options: BridgeHostOptions) {
  const { tool, parent, can, emit } = options;
  const there: WhatIsThere = { elicitation: true, sampling: true, ...can, parentMessages: parent !== undefined };
  const end = withResolvers<unknown>();
  let note: string | undefined;
  /** The tool's own clean-up is dropped: another run goes on, or its code does not fit its journal. */
  let isDropped = false;
  const recorder = createRecorder({
    ...options,
    toolName: tool.name,
    onRefused: (error) => end.reject(error),
    onIdle: (isSampling) => emit({ type: 'idle', isSampling }),
    onChanged(error) {
      isDropped = true;
      end.reject(error);
    },
  });

  /** Run the tool's body. */
  function* toEnd(ctx: unknown): Operation<void> {
    try {
      const value = yield* droppable(
        start(options, ctx, (text) => (note = text)),
        () => isDropped,
      );
      const missing = recorder.leftOver();
      if (missing !== undefined)
        throw new ToolRunError('TOOL_CHANGED', tool.name, missing, 'ended without asking for it');
      yield* recorder.drain();
      end.resolve(value);
    } catch (error) {
      if (!recorder.isReplaying()) yield* recorder.drain();
      end.reject(error as Error);
    }
  }

  return {
    ...recorder,
    /** Stands before the result for the model: the person changed the arguments. @default nothing */
    note: () => note,
    /**
     * Another run goes on from the journal. Halting this one then drops the tool's body without running its `finally`
     * blocks. Its resources are released. Operations it started with `race`, `all` or `spawn` are halted, and their
     * `finally` blocks do run.
     */
    leave(): void {
      isDropped = true;
    },
    /**
     * Run the tool to its end and return its result. Call this once. Halting it stops the tool and runs its clean-up.
     *
     * @throws what the tool throws
     * @throws {MissingNeedError} if what the tool requires is not there
     * @throws {ToolRunError} `TOOL_CHANGED` if the tool's code no longer fits its journal
     * @throws what `refusal` gave
     */
    run: (): Operation<unknown> =>
      scoped(function* () {
        try {
          const need = lackingNeed(tool.needs, there);
          if (need !== undefined) throw new MissingNeedError(tool.name, need);
          const ctx = createToolContext({
            ...options,
            parent: tool.needs.parentMessages === true ? parent : undefined,
            there,
            recorder,
          });
          yield* spawn(recorder.deliver);
          yield* spawn(() => toEnd(ctx));
          return yield* end.operation;
        } finally {
          // Do this before the tool unwinds: code after a `finally` that yields still runs, and must start nothing new.
          recorder.end();
        }
      }),
  };
}

function* start(
  { tool, params: given, parsed, approvals: memory }: BridgeHostOptions,
  ctx: unknown,
  onNote: (note: string | undefined) => void,
): Operation<unknown> {
  const params: unknown = parsed === undefined ? yield* until(tool.parameters.parseAsync(given)) : parsed.value;
  const reviewed = yield* reviewCall({ tool, params, given, ctx, memory });
  if ('denied' in reviewed) return reviewed.denied;
  onNote(reviewed.note);
  return yield* callBody(tool, reviewed.params, ctx);
}
