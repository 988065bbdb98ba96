import { compileForm } from '../form/compile-form.ts';
import { asObject } from '../form/normal-schema.ts';
import { problemText } from '../form/problem.ts';
import { approvalKey } from '../tool/approval.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';

/**
 * Warn once, in development, of declared questions that no form can ask, so that a person could only skip them: an
 * answer that nothing fits, or a schema without end.
 *
 * @param where - begins the warnings, such as `createChatHandler`
 */
export function warnOfUnshown(where: string, tools: readonly AnyMcpTool[]): void {
  if (typeof process === 'object' && process.env.NODE_ENV === 'production') return;
  for (const tool of tools) {
    if (warned.has(tool)) continue;
    warned.add(tool);
    for (const [key, { json, offers }] of tool.questions ?? []) {
      // What there is to choose from, only the asking tells.
      if (offers?.choices !== undefined || offers?.plain !== undefined || key === approvalKey) continue;
      const { refusals } = compileForm(asObject(json).schema);
      if (refusals.length === 0) continue;
      const what = `${where}: no form can ask ${tool.name}.elicits.${key}: ${problemText(refusals)}.`;
      console.warn(`${what} Change its response schema. Without a component of its own, a person can only skip it.`);
    }
  }
}

const warned = new WeakSet<AnyMcpTool>();

declare const process: { readonly env: { readonly NODE_ENV?: string } };
