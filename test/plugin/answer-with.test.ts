import { run, type Operation } from 'effection';
import { expect, it } from 'vitest';
import { answerWith } from '../../src/plugin/answer-with.ts';
import type { PluginClientContext } from '../../src/plugin/elicit-handler.ts';

const FlightList = (_props: { flights: string[]; message: string; onRespond: (answer: { id: string }) => void }) =>
  null;
const question = { message: 'Which flight?', context: { flights: ['AA 220'], message: 'from the context' } };

/** A context whose render answers at once, and remembers what was shown. */
function rendering(answer: unknown) {
  const shown: [component: unknown, props: unknown][] = [];
  const ctx = {
    *render(component: unknown, props: unknown): Operation<unknown> {
      shown.push([component, props]);
      return answer;
    },
  } as unknown as PluginClientContext;
  return { ctx, shown };
}

it("shows the component with the question's context and its own message, and accepts its answer", async () => {
  const { ctx, shown } = rendering({ id: 'AA 220' });
  const result = await run(() => answerWith(FlightList)(question, ctx));
  expect(result).toEqual({ action: 'accept', content: { id: 'AA 220' } });
  expect(shown).toEqual([[FlightList, { flights: ['AA 220'], message: 'Which flight?' }]]);
});

it('shows the component with the props it is mapped to, and none besides', async () => {
  const { ctx, shown } = rendering({ id: 'B6 1' });
  const mapped = { flights: ['B6 1'], message: 'Pick' };
  await run(() => answerWith(FlightList, (_request: typeof question) => mapped)(question, ctx));
  expect(shown).toEqual([[FlightList, mapped]]);
});
