import { createChatHandler } from 'elicitkit/server';
import { postgresStore } from 'elicitkit/store/postgres';
import { Pool } from 'pg';
import { provider } from './model';
import { bookFlightTool } from './tool';

const pool = new Pool({ connectionString: process.env['DATABASE_URL'] });
// Without a listener, the process would end with an idle connection that the database closes.
pool.on('error', (error) => console.error(error));

export const chat = createChatHandler({ provider, tools: [bookFlightTool], store: postgresStore(pool) });
