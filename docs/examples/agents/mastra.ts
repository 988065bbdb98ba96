import { createWorkflowStateReader } from '@mastra/core/workflows';
import type { Question } from './questions';
import type { Agent } from './take-answer';
import { workflow } from './workflow';

export async function begin(runId: string, request: string): Promise<void> {
  const run = await workflow.createRun({ runId });
  await run.start({ inputData: { request } });
}

export const mastra: Agent = {
  async look(runId) {
    const run = await workflow.getWorkflowRunById(runId);
    if (run === null) return undefined;
    if (run.status === 'success') return { output: String(run.result?.['output']) };
    const step = createWorkflowStateReader(run).getSuspendedStep();
    if (run.status !== 'suspended' || step === undefined) return {};
    const { question } = step.suspendPayload as { question: Question };
    return { waitsFor: { ...question, id: `${step.path.join('.')}/${question.key}`, callId: runId } };
  },
  async goOn(runId, answered) {
    const run = await workflow.createRun({ runId });
    if (answered !== undefined) {
      const [path = ''] = answered.id.split('/');
      return okay(await run.resume({ step: path.split('.'), resumeData: answered.result }));
    }
    const { steps = {} } = (await workflow.getWorkflowRunById(runId)) ?? {};
    const failed = Object.entries(steps).find(([, step]) => 'status' in step && step.status === 'failed');
    okay(await (failed ? run.timeTravel({ step: failed[0] }) : run.restart()));
  },
};

function okay(result: { status: string; error?: Error }): void {
  if (result.error !== undefined) throw result.error;
}
