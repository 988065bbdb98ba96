import { expect, it, onTestFinished } from 'vitest';
import { askForWorkflows } from '../../docs/examples/engine-calls.ts';
import { memoryStore } from '../../src/server.ts';
import { openPage } from '../chat/call-harness.ts';
import { questionOf, respond } from '../chat/harness.ts';

it('wakes the workflow when its call ends, and gives the same outcome to a step that is repeated', async () => {
  const woken: string[] = [];
  const { calls, askOrLook } = askForWorkflows({ wake: async (id) => void woken.push(id) }, memoryStore());
  onTestFinished(() => calls.close());
  const step = () => askOrLook('trip-1', 'ada', { from: 'NYC', destination: 'LAX' });
  expect([await step(), await step()]).toEqual([{ status: 'asks' }, { status: 'asks' }]);
  expect(woken).toEqual([]);

  const signIn = (request: Request) => {
    request.headers.set('authorization', 'Bearer ada');
    return calls(request);
  };
  const { post } = openPage(Object.assign(signIn, calls), 'trip-1');
  const question = questionOf(await post({ attach: true }));
  await post({ pluginElicitResponses: [respond(question, { action: 'decline' })] });

  const outcome = await step();
  expect(outcome).toMatchObject({ status: 'ended', isError: false });
  expect([await step(), woken]).toEqual([outcome, ['trip-1']]);
});
