// Stands for docs/examples/agents/workflow.ts where several questions are open at once. SCENE names what is asked.
import { Mastra } from '@mastra/core';
import { createStep, createWorkflow } from '@mastra/core/workflows';
import { LibSQLStore } from '@mastra/libsql';
import * as z from 'zod';
import { book } from '../../../docs/examples/agents/booking';
import { folder } from '../../../docs/examples/agents/database';
import { questionOf, type Question } from '../../../docs/examples/agents/questions';
import { bookFor, hold, people, scene, seatOf, someFlight, type Answer } from './scenes';

const answer = z.custom<Answer>();
const suspendSchema = z.object({ question: z.custom<Question>(), flight: answer.optional() });
const parts = { resumeSchema: answer, suspendSchema, inputSchema: z.any() };
const outputSchema = z.object({ output: z.string() });

const ask = <Id extends string>(id: Id, key: string, who?: string) =>
  createStep({
    ...parts,
    id,
    outputSchema: answer,
    execute: async ({ resumeData, suspend }) => resumeData ?? suspend({ question: questionOf(key, { who }) }),
  });

const each = createStep({
  ...parts,
  id: 'each',
  inputSchema: z.string(),
  outputSchema: z.string(),
  execute: async ({ inputData: who, resumeData, suspend, runId }) =>
    resumeData === undefined ? suspend({ question: questionOf('pickSeat', { who }) }) : bookFor(runId, who, resumeData),
});

const holdFlight = createStep({
  ...parts,
  id: 'holdFlight',
  outputSchema: z.object({ flight: answer, seat: answer }),
  execute: async ({ resumeData, suspend, suspendData, runId }) => {
    if (resumeData === undefined) return suspend({ question: questionOf('pickFlight') });
    const { flight } = suspendData as { flight?: Answer };
    if (flight !== undefined) return { flight, seat: resumeData };
    await hold(runId, resumeData);
    return suspend({ question: questionOf('pickSeat'), flight: resumeData });
  },
});

/** Asks until the answer is 12A: `again` under a new key each time, `stuck` always under the same. */
const again = createStep({
  ...parts,
  id: 'again',
  outputSchema: z.object({ askFlight: answer, askSeat: answer }),
  execute: async ({ resumeData, suspend, suspendData }) => {
    if (resumeData !== undefined && seatOf(resumeData) === '12A') return { askFlight: someFlight, askSeat: resumeData };
    const { question = questionOf('pickSeat') } = (suspendData ?? {}) as { question?: Question };
    return suspend({ question: { ...question, key: scene === 'again' ? `${question.key}+` : question.key } });
  },
});

const booking = createStep({
  id: 'book',
  inputSchema: z.object({ askFlight: answer, askSeat: answer }),
  outputSchema,
  execute: async ({ inputData, runId }) => ({ output: await book(runId, inputData.askFlight, inputData.askSeat) }),
});

const start = () => createWorkflow({ id: 'booking', inputSchema: z.object({ request: z.string() }), outputSchema });
const flows = {
  beside: () =>
    start()
      .parallel([ask('askFlight', 'pickFlight'), ask('askSeat', 'pickSeat')])
      .then(booking),
  each: () =>
    start()
      .map(async () => people)
      .foreach(each, { concurrency: 3 })
      .map(async ({ inputData }) => ({ output: inputData.join(' ') })),
  flowForEach: () => {
    const flow = createWorkflow({ id: 'inner', inputSchema: z.string(), outputSchema: z.string() }).then(each).commit();
    return (
      start()
        .map(async () => people)
        // A workflow is a step, but not to exactOptionalPropertyTypes.
        .foreach(flow as unknown as typeof each, { concurrency: 3 })
        .map(async ({ inputData }) => ({ output: inputData.join(' ') }))
    );
  },
  eachInFlow: () => {
    const list = z.array(z.string());
    const flow = createWorkflow({ id: 'inner', inputSchema: list, outputSchema: list }).foreach(each, {
      concurrency: 3,
    });
    return start()
      .map(async () => people)
      .then(flow.commit() as never)
      .map(async ({ inputData }) => ({ output: String(inputData) }));
  },
  hold: () =>
    start()
      .parallel([holdFlight, ask('askCyd', 'pickSeat', 'cyd')])
      .map(async ({ inputData: { holdFlight: held } }) => ({ askFlight: held.flight, askSeat: held.seat }))
      .then(booking),
  again: () => start().then(again).then(booking),
  stuck: () => start().then(again).then(booking),
};

export const storage = new LibSQLStore({ id: 'storage', url: `file:${folder}/mastra.db` });

const mastra = new Mastra({
  logger: false,
  workflows: { flow: flows[scene as keyof typeof flows]().commit() },
  storage,
});

export const workflow = mastra.getWorkflow('flow');
