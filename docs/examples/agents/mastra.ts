import { createWorkflowStateReader } from '@mastra/core/workflows';
import type { Question } from './questions';
import type { Agent } from './take-answer';
import { storage, workflow } from './workflow';

export async function begin(runId: string, request: string): Promise<void> {
  const run = await workflow.createRun({ runId });
  await run.start({ inputData: { request } });
}

export const mastra: Agent = {
  async look(runId) {
    const run = await workflow.getWorkflowRunById(runId);
    if (run === null) return undefined;
    if (run.status === 'success') return { output: String(run.result?.['output']) };
    if (run.status !== 'suspended') return {};
    return { waitsFor: openOf(run).map(({ question, id }) => ({ ...question, id, callId: runId })) };
  },
  async goOn(runId, answered) {
    const state = await workflow.getWorkflowRunById(runId);
    if (state === null) return;
    const run = await workflow.createRun({ runId });
    if (answered !== undefined) {
      const open = openOf(state).find(({ id }) => id === answered.id);
      if (open !== undefined) okay(await run.resume({ ...open.address, resumeData: answered.result }));
      return;
    }
    const failed = Object.entries(state.steps ?? {}).find(([, step]) => 'status' in step && step.status === 'failed');
    if (failed !== undefined) okay(await run.timeTravel({ step: failed[0] }));
    else if (Object.keys(state.suspendedPaths ?? {}).length === 0) okay(await run.restart());
    else await suspendAgain(runId);
  },
};

/** The process died in a step that had its answer. Let that step wait for it again: `restart` would lose the question. */
async function suspendAgain(runId: string): Promise<void> {
  const workflows = await storage.getStore('workflows');
  const opts = { status: 'suspended', expectedStatus: 'running' } as const;
  await workflows?.updateWorkflowState({ workflowName: workflow.id, runId, opts });
}

function okay(result: { status: string; error?: Error }): void {
  if (result.error !== undefined) throw result.error;
}

/** What a step is suspended with. Mastra adds the items of a `foreach`. */
interface Payload {
  readonly question: Question;
  readonly __workflow_meta?: { path?: string[]; foreachIndex?: number; foreachOutput?: (Item | null)[] };
}
interface Item {
  readonly status: string;
  readonly suspendPayload: Payload;
}

/** All open questions, each with the address of its answer. */
function openOf(run: Parameters<typeof createWorkflowStateReader>[0]) {
  const steps = createWorkflowStateReader(run).getSuspendedSteps();
  return steps.flatMap(({ path: step, suspendPayload }) => {
    const { question, __workflow_meta: { foreachIndex, foreachOutput = [] } = {} } = suspendPayload as Payload;
    const name = step.join('.');
    if (foreachIndex === undefined) return [{ id: `${name}/${question.key}`, question, address: { step } }];
    const items = foreachOutput.flatMap((item, forEachIndex) => {
      if (item?.status !== 'suspended') return [];
      const { question: asked } = item.suspendPayload;
      return [{ id: `${name}[${forEachIndex}]/${asked.key}`, question: asked, address: { step, forEachIndex } }];
    });
    if (step.length === 1 || items.length === 1) return items;
    // Mastra takes the answers to nested workflows only in their order.
    const isNested = foreachOutput[foreachIndex]?.suspendPayload.__workflow_meta?.path !== undefined;
    if (isNested) return items.filter(({ address }) => address.forEachIndex === foreachIndex);
    throw new Error(`Mastra would give one answer to all items of ${name}. Move its foreach into the outer workflow.`);
  });
}
