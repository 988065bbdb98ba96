import { createChatHandler, type ChatHandler } from 'elicitkit/server';
import { postgresStore } from 'elicitkit/store/postgres';
import { database } from './database.js';
import { provider } from './model.js';
import { bookFlightTool } from './tool.js';

const store = postgresStore(database);

/** A handler for one request. Close it afterwards: then the next request, wherever it is served, need not wait. */
export function openChat(): ChatHandler {
  return createChatHandler({
    provider,
    tools: [bookFlightTool],
    store,
    // The cron job does it.
    limits: { sweepEvery: Infinity },
  });
}
