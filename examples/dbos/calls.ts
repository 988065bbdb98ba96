import { DBOS } from '@dbos-inc/dbos-sdk';
import { createCallHandler } from 'elicitkit/server';
import { postgresStore } from 'elicitkit/store/postgres';
import { Pool } from 'pg';
import { bookFlightTool } from './tool.ts';

export const databaseUrl = process.env['DATABASE_URL'] ?? 'postgres://postgres@localhost/postgres';

/** The topic of the message that wakes a workflow. */
export const ended = 'ended';

/** Asks the questions, in any worker. Its own tables lie beside those of DBOS. */
export const calls = createCallHandler({
  tools: [bookFlightTool],
  store: postgresStore(new Pool({ connectionString: databaseUrl }).on('error', console.error)),
  // Everybody is Ada here. A real app reads a session, and starts and shows only that person's trips.
  identify: () => ({ id: 'ada', name: 'Ada' }),
  onEvent(event) {
    if (event.type === 'error') console.error(event.error);
    if (event.type !== 'session_ended' || event.toolCallId === undefined) return;
    // The call has the workflow's id. Told twice, the end is one message.
    DBOS.send(event.toolCallId, event.status, ended, event.sessionId).catch(console.error);
  },
});
