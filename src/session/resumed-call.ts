import { CodedError } from '../protocol/coded-error.ts';
import { versionText } from '../tool/tool-versions.ts';
import type { CallRecord } from './call-record.ts';
import { cameFor } from './wait-tokens.ts';

/**
 * No tool here has the version that began the call, so the call cannot go on. Its record stays as it is: a process that
 * has this version can go on with it.
 */
export class ToolVersionError extends CodedError<'TOOL_CHANGED'> {
  /** @param deployed - the versions of the tool that are here, undefined for the tool without one */
  constructor(toolName: string, begun: string | undefined, deployed: readonly (string | undefined)[]) {
    const needed = versionText(toolName, begun);
    const here = deployed.map((version) => versionText(toolName, version)).join(' and ');
    const what = `This call began with ${needed}, and the server has ${here}.`;
    const over = 'The call is over, and what it did stays done: ask the person before you call the tool again.';
    const next = `To let such calls go on, deploy ${needed} too: put it into tools, after the new one.`;
    super('TOOL_CHANGED', `${what} ${over} ${next}`);
  }
}

/** Another format keeps answers elsewhere in the record, so resuming would repeat questions or steps. */
export function otherFormat(callId: string): CodedError {
  const what = `The call ${callId} was stored by another version of elicitkit, so it cannot go on here.`;
  return new CodedError('SESSION_FORMAT', `${what} Let that version end it, or delete its record.`);
}

/** The process that ran the call is gone, and its tool cannot be run again. */
export function lostCall(toolName: string): CodedError {
  const what = `The server that ran ${toolName} has restarted, and this tool cannot go on from where it was.`;
  return new CodedError('CALL_LOST', `${what} What it did stays done: ask the person before you call it again.`);
}

/** Something is to come from outside before the call goes on, and has not come yet. */
export function isWaiting({ entry: { pending }, way }: CallRecord): boolean {
  return pending.length > 0 && !pending.some((asked) => cameFor(way.now(), asked) !== undefined);
}
