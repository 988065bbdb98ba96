import type { ElicitItem } from '../client/elicit-item.ts';
import type { Claim } from './outlets.ts';

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
  /** The outlets of the questions that are in the dialog or wait for it. */
  readonly waiting: ReadonlyMap<string, object>;
  /**
   * Ended questions keep their place, for counting, until no open one from before is left. A tool's next question may
   * arrive just as the last one ends, and then starts a new line.
   */
  readonly line: readonly string[];
}

export const emptyQueue: DialogQueue = { turn: undefined, waiting: new Map(), line: [] };

/** The queue once outlets have these questions. */
export function queueDialogs(
  { turn: last, line: before }: DialogQueue,
  shown: ReadonlyMap<Claim, readonly ElicitItem[]>,
): DialogQueue {
  const waiting = new Map<string, object>();
  let changing: DialogTurn | undefined;
  for (const [{ outlet, asksInDialog }, items] of shown) {
    if (!asksInDialog) continue;
    const open = items.filter((item) => !('receipt' in item) && !item.aside && !isLetGo(item));
    for (const { elicitId } of toShow(open.filter((item) => !isRevised(item)))) waiting.set(elicitId, outlet);
    const elicitId = open.find(isRevised)?.elicitId;
    if (elicitId) changing ??= { elicitId, outlet, at: 1, of: 1, over: last?.over ?? last?.elicitId };
  }
  const line = [...new Set([...(before.some((id) => waiting.has(id)) ? before : []), ...waiting.keys()])];
  const next = changing ?? turnIn(line, waiting);
  const isSame = next?.elicitId === last?.elicitId;
  if (isSame && next?.outlet === last?.outlet && next?.of === last?.of) return { turn: last, waiting, line };
  const isBack = isSame ? last?.isBack : last?.over !== undefined && last.over === next?.elicitId;
  return { turn: next && { ...next, isBack }, waiting, line };
}

function turnIn(line: readonly string[], waiting: DialogQueue['waiting']): DialogTurn | undefined {
  const at = line.findIndex((elicitId) => waiting.has(elicitId));
  const [elicitId = '', outlet] = [line[at], waiting.get(line[at] ?? '')];
  return outlet && { elicitId, outlet, at: at + 1, of: line.length };
}

/** True if the client was closed: a dialog with this question could not be closed any more. */
export function isLetGo(item: ElicitItem): boolean {
  return item.status === 'failed' && item.problem.code === 'CLIENT_CLOSED';
}

function isRevised(item: ElicitItem): boolean {
  return 'revises' in item && item.revises;
}

/** Answers to another server may have to wait for each other: go on to the next question meanwhile. */
function toShow(open: readonly ElicitItem[]): readonly ElicitItem[] {
  const next = open.filter(({ status, server }) => status !== 'sending' || server === undefined);
  return next.length > 0 ? next : open.slice(-1);
}
