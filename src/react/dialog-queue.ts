import type { OpenItem } from '../client/elicit-item.ts';

/** The question in the dialog. */
export interface DialogTurn {
  readonly elicitId: string;
  /** The outlet that shows it. */
  readonly outlet: object;
  /** Its number, from 1, among those that arrived since the queue was last empty. */
  readonly at: number;
  readonly of: number;
  /** Of a question that is open to change its answer: the one that gave way to it. */
  readonly over?: string | undefined;
  /** True if it gave way to such a question before, and that is closed again. */
  readonly isBack?: boolean | undefined;
}

/**
 * Shows one dialog at a time across all outlets. Questions queue in order of arrival. One that the person opens to change
 * its answer comes before all others, and takes no place in the line.
 */
export interface DialogQueue {
  readonly turn: DialogTurn | undefined;
  /**
   * Ended questions keep their place, for counting, until no open one from before is left. A tool's next question may
   * arrive just as the last one ends, and then starts a new line.
   */
  readonly line: readonly string[];
}

/** The queue once the outlets that ask in dialogs have these questions open. */
export function queueDialogs(
  { turn: last, line: before }: DialogQueue,
  shown: readonly (readonly [outlet: object, open: readonly OpenItem[]])[],
): DialogQueue {
  const waiting = new Map<string, object>();
  let next: DialogTurn | undefined;
  for (const [outlet, open] of shown) {
    for (const { elicitId } of toShow(open.filter(({ revises }) => !revises))) waiting.set(elicitId, outlet);
    const elicitId = open.find(({ revises }) => revises)?.elicitId;
    if (elicitId) next ??= { elicitId, outlet, at: 1, of: 1, over: last?.over ?? last?.elicitId };
  }
  const line = [...new Set([...(before.some((id) => waiting.has(id)) ? before : []), ...waiting.keys()])];
  const elicitId = line.find((id) => waiting.has(id)) ?? '';
  const outlet = waiting.get(elicitId);
  if (outlet) next ??= { elicitId, outlet, at: line.indexOf(elicitId) + 1, of: line.length };
  const isSame = next?.elicitId === last?.elicitId;
  if (isSame && next?.outlet === last?.outlet && next?.of === last?.of) return { turn: last, line };
  const isBack = isSame ? last?.isBack : last?.over !== undefined && last.over === next?.elicitId;
  return { turn: next && { ...next, isBack }, line };
}

/** Answers to another server may have to wait for each other: go on to the next question meanwhile. */
function toShow(open: readonly OpenItem[]): readonly OpenItem[] {
  const next = open.filter(({ status, server }) => status !== 'sending' || server === undefined);
  return next.length > 0 ? next : open.slice(-1);
}
