import * as clients from '@restatedev/restate-sdk-clients';
import { createCallHandler } from 'elicitkit/server';
import { fileStore } from 'elicitkit/store/file';
import { postgresStore } from 'elicitkit/store/postgres';
import { Pool } from 'pg';
import { bookFlightTool } from './tool.ts';
import type { Trips } from './workflow.ts';

const { DATABASE_URL, INGRESS = 'http://127.0.0.1:8080' } = process.env;
const restate = clients.connect({ url: INGRESS });

/** The trip's workflow, as seen from outside. */
export const workflowOf = (id: string) => restate.workflowClient<Trips>({ name: 'trips' }, id);

/** Asks the questions, in any process over the same store. One process needs no database. */
export const calls = createCallHandler({
  tools: [bookFlightTool],
  store:
    DATABASE_URL === undefined
      ? fileStore('.data/elicit')
      : postgresStore(new Pool({ connectionString: DATABASE_URL }).on('error', console.error)),
  // Everybody is Ada here. A real app reads a session, and starts and shows only that person's trips.
  identify: () => ({ id: 'ada', name: 'Ada' }),
  onEvent(event) {
    if (event.type === 'error') console.error(event.error);
    if (event.type !== 'session_ended' || event.toolCallId === undefined) return;
    // The call has the workflow's id. Told twice, the end resolves the same promise.
    workflowOf(event.toolCallId).ended().then(undefined, console.error);
  },
});
