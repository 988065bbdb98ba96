import { Mastra } from '@mastra/core';
import { createStep, createWorkflow } from '@mastra/core/workflows';
import { LibSQLStore } from '@mastra/libsql';
import type { ElicitResult } from 'elicitkit/client';
import * as z from 'zod';
import { book } from './booking';
import { folder } from './database';
import { questionOf } from './questions';

const answer = z.custom<ElicitResult<unknown>>();
const question = z.custom<ReturnType<typeof questionOf>>();
const answered = z.object({ flight: answer, seat: answer });

const choose = createStep({
  id: 'choose',
  inputSchema: z.object({ request: z.string() }),
  resumeSchema: answer,
  suspendSchema: z.object({ question, flight: answer.optional() }),
  outputSchema: answered,
  // It runs from its top with each answer, and is given the last one only.
  execute: async ({ resumeData, suspend, suspendData }) => {
    if (resumeData === undefined) return suspend({ question: questionOf('pickFlight') });
    const { flight } = suspendData as { flight?: ElicitResult<unknown> };
    if (flight === undefined) return suspend({ question: questionOf('pickSeat'), flight: resumeData });
    return { flight, seat: resumeData };
  },
});

const booking = createStep({
  id: 'book',
  inputSchema: answered,
  outputSchema: z.object({ output: z.string() }),
  execute: async ({ inputData, runId }) => ({ output: await book(runId, inputData.flight, inputData.seat) }),
});

const flow = createWorkflow({
  id: 'booking',
  inputSchema: z.object({ request: z.string() }),
  outputSchema: z.object({ output: z.string() }),
})
  .then(choose)
  .then(booking)
  .commit();

export const storage = new LibSQLStore({ id: 'storage', url: `file:${folder}/mastra.db` });

const mastra = new Mastra({
  logger: false,
  workflows: { flow },
  storage,
});

export const workflow = mastra.getWorkflow('flow');
