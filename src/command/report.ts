import type { ServerEvent } from '../session/server-event.ts';

/** Tell on standard error what failed. A person who declines is no fault. */
export function report(event: ServerEvent): void {
  if (event.type !== 'error' && event.type !== 'tool_failed') return;
  if ((event.error as { code?: unknown } | undefined)?.code !== 'ASK_DECLINED') console.error(event.error);
}
