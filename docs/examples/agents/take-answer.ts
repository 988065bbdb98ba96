import type { ElicitResult } from 'elicitkit/client';
import * as z from 'zod';
import type { Reply, Run } from '../answer-run';
import { alone, findAnswer, keepAnswer } from './database';
import { issuesOf } from './questions';

/** An agent's framework. */
export interface Agent {
  /** The run as it stands: all questions it waits for, or its output, or neither: then it was cut off. */
  look(runId: string): Promise<Run | undefined>;
  /** Takes the run on until it waits or ends: gives one question its answer and no other, or goes on after a cut. */
  goOn(runId: string, answered?: Answered): Promise<void>;
}

export interface Answered {
  readonly id: string;
  readonly result: ElicitResult<unknown>;
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
    let run = (await catchUp(agent, runId)) ?? {};
    const question = run.waitsFor?.find((one) => one.id === id);
    if (question !== undefined) {
      const issues = issuesOf(question, answer.result);
      if (issues.length > 0) return { run, issues };
      await keepAnswer(runId, id, answer);
      run = (await catchUp(agent, runId)) ?? {};
    }
    const counted = await findAnswer(runId, id);
    if (counted?.answerId === answer.answerId) return { run };
    return { run, counted: counted?.result ?? { action: 'cancel', reason: 'interrupted' } };
  });
}

/** Only within `alone`. Each answer is handed over once, so a run that does not move ends this with an error. */
export async function catchUp(agent: Agent, runId: string): Promise<Run | undefined> {
  const tried = new Set<string | undefined>();
  for (;;) {
    const run = await agent.look(runId);
    if (run === undefined || run.output !== undefined) return run;
    const answered = await findAnswered(runId, run);
    if (answered === undefined && run.waitsFor?.length) return run;
    if (tried.has(answered?.id)) throw new Error(stuck(runId, answered?.id));
    tried.add(answered?.id);
    await agent.goOn(runId, answered);
  }
}

/** An open question whose answer was kept. */
async function findAnswered(runId: string, { waitsFor = [] }: Run): Promise<Answered | undefined> {
  for (const { id } of waitsFor) {
    const answer = await findAnswer(runId, id);
    if (answer !== undefined) return { id, result: answer.result };
  }
  return undefined;
}

const stuck = (runId: string, id: string | undefined) =>
  `The run ${runId} does not go on: ${
    id === undefined
      ? 'it neither waits for an answer nor ends.'
      : `it has got the answer to ${id}, and asks it again. Give each question its own key.`
  }`;
