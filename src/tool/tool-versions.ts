import { refuseApproval } from './approval.ts';
import type { AnyMcpTool } from './tool-facts.ts';

/** The tools that begin calls: the first of each name. The others only go on with calls that they began. */
export function currentTools(tools: readonly AnyMcpTool[]): AnyMcpTool[] {
  return tools.filter((tool) => tools.find(({ name }) => name === tool.name) === tool);
}

/** A tool and its version, in words for errors. */
export function versionText(name: string, version: string | undefined): string {
  return version === undefined ? `${name} without a version` : `${name} version "${version}"`;
}

/**
 * Refuse tools whose calls would end with the request that began them.
 *
 * @param where - begins the error, such as `createChatHandler`
 * @throws {TypeError} if a tool runs once
 */
export function refuseRunsOnce(where: string, tools: readonly AnyMcpTool[]): void {
  for (const { name, runsOnce } of tools) {
    if (!runsOnce) continue;
    const what = `${name} cannot be run again from its journal, and with sweepEvery: Infinity no process stays to run it`;
    throw new TypeError(`${where}: ${what}. Write it with createAskTool, or serve it from a process that stays.`);
  }
}

/**
 * Refuse tools that could never run, be approved or be found.
 *
 * @param where - begins the error, such as `createChatHandler`
 * @throws {TypeError} for a declaration, and if two tools have the same name and the same version, or none
 */
export function refuseUnusable(where: string, tools: readonly AnyMcpTool[]): void {
  for (const tool of tools) {
    const { name, toolVersion, run, approval } = tool;
    const bodiless = `${where}: ${name} is a declaration. Give the tool that its .execute(…) returns.`;
    if (typeof run !== 'function') throw new TypeError(bodiless);
    if (approval !== undefined) refuseApproval(`${name}.approve`, approval);
    if (tools.find((other) => other.name === name && other.toolVersion === toolVersion) === tool) continue;
    throw new TypeError(
      `${where}: two tools are ${versionText(name, toolVersion)}. Give one another name, or another .version(…).`,
    );
  }
}
