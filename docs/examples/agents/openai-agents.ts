import { Runner, RunState } from '@openai/agents';
import { agent, type Context } from './agent';
import { loadRun, saveRun } from './database';
import { questionOf } from './questions';
import type { Agent } from './take-answer';

const runner = new Runner();
const stateOf = (text: string) => RunState.fromString<Context, typeof agent>(agent, text);

async function run(runId: string, input: string | Awaited<ReturnType<typeof stateOf>>): Promise<void> {
  const { state, interruptions, finalOutput } = await runner.run(agent, input, { context: { runId } });
  await saveRun(runId, { state: state.toString(), output: interruptions.length > 0 ? undefined : finalOutput });
}

export const begin = (runId: string, request: string) => run(runId, request);

export const openAiAgents: Agent = {
  async look(runId) {
    const saved = await loadRun(runId);
    if (saved === undefined) return undefined;
    if (saved.output !== undefined) return { output: saved.output };
    const calls = (await stateOf(saved.state)).getInterruptions().map(({ rawItem }) => rawItem);
    const waitsFor = calls
      .filter((call) => call.type === 'function_call')
      .map((call) => ({
        ...questionOf(call.name, JSON.parse(call.arguments) as { who?: string }),
        id: call.callId,
        callId: runId,
      }));
    return { waitsFor };
  },
  async goOn(runId, answered) {
    const state = await stateOf((await loadRun(runId))?.state ?? '');
    for (const call of state.getInterruptions()) {
      if (call.rawItem.type !== 'function_call' || call.rawItem.callId !== answered?.id) continue;
      if (answered.result.action === 'accept') state.approve(call);
      else state.reject(call);
    }
    await run(runId, state);
  },
};
