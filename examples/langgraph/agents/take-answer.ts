import type { ElicitResult } from 'elicitkit/client';
import * as z from 'zod';
import type { Reply, Run } from '../answer-run';
import { alone, findAnswer, keepAnswer } from './database';
import { issuesOf } from './questions';

/** An agent's framework. */
export interface Agent {
  /** The run as it stands: it waits, has an output, or (`{}`) was cut off. Undefined if there is none. */
  look(runId: string): Promise<Run | undefined>;
  /** Takes the run on, with the answer if it waits for one, until it waits again or ends. */
  goOn(runId: string, answered?: { id: string; result: ElicitResult<unknown> }): Promise<void>;
}

const answerSchema = z.object({
  id: z.string().max(200),
  answerId: z.string().max(100),
  result: z.discriminatedUnion('action', [
    z.object({ action: z.literal('accept'), content: z.unknown() }),
    z.object({ action: z.enum(['decline', 'cancel']) }),
  ]),
});

/** The run, once it has all answers that were given. */
export const currentRun = (agent: Agent, runId: string) => alone(runId, () => catchUp(agent, runId));

/** Take an answer from the page. Throws if it is not one, or if the run fails: the page may send it again. */
export async function takeAnswer(agent: Agent, runId: string, body: unknown): Promise<Reply> {
  const { id, ...answer } = answerSchema.parse(body);
  return alone(runId, async () => {
    const { waitsFor } = (await catchUp(agent, runId)) ?? {};
    if (waitsFor?.id === id) {
      const issues = issuesOf(waitsFor, answer.result);
      if (issues.length > 0) return { run: { waitsFor }, issues };
      await keepAnswer(runId, id, answer);
    }
    const run = (await catchUp(agent, runId)) ?? {};
    const counted = await findAnswer(runId, id);
    if (counted?.answerId === answer.answerId) return { run };
    return { run, counted: counted?.result ?? { action: 'cancel', reason: 'interrupted' } };
  });
}

/** Only within `alone`. */
export async function catchUp(agent: Agent, runId: string, tried = false): Promise<Run | undefined> {
  const run = await agent.look(runId);
  if (run === undefined || run.output !== undefined) return run;
  const id = run.waitsFor?.id;
  if (id === undefined && tried) throw new Error(`The run ${runId} does not go on.`);
  const answer = id === undefined ? undefined : await findAnswer(runId, id);
  if (id !== undefined && answer === undefined) return run;
  await agent.goOn(runId, id === undefined || answer === undefined ? undefined : { id, result: answer.result });
  return catchUp(agent, runId, id === undefined);
}
