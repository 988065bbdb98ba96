import type { Operation } from 'effection';
import { CodedError, type McpBranchContext } from 'elicitkit/plugin';
import * as z from 'zod';

/** The model's opinion of each plan from one point of view, and the plan it likes best. */
export interface Verdict {
  /** The index of a plan. */
  best: number;
  /** One for each plan. */
  words: string[];
}

/**
 * Lets the model judge the plans from one point of view, in a branch of its own. Null if it gives no usable answer in
 * time: a plan can be chosen without.
 *
 * @param view - what to compare, such as `"prices"`
 * @param facts - what to know of each plan
 */
export function* judge(ctx: McpBranchContext, view: string, facts: readonly string[]): Operation<Verdict | null> {
  const schema = z.object({
    best: z.int().min(1).max(facts.length).describe('The number of the best plan'),
    verdicts: z.array(z.string()).length(facts.length).describe('A few words on each plan, in order'),
  });
  const list = facts.map((fact, index) => `${index + 1}. ${fact}`).join('\n');
  const prompt = `Compare the ${view} of these plans, and nothing else:\n${list}`;
  try {
    return yield* ctx.branch(
      function* (inner) {
        const { value } = yield* inner.sample({ prompt, schema });
        return { best: value.best - 1, words: value.verdicts.map((words) => words.slice(0, 120)) };
      },
      { inheritMessages: false, timeout: 20_000 },
    );
  } catch (error) {
    if (error instanceof CodedError && ['SAMPLE_SCHEMA', 'TOOL_TIMEOUT'].includes(error.code)) return null;
    throw error;
  }
}
