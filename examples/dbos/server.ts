// A worker: it runs workflows, asks, and serves the page. Run as many as you like over one database.
import type { AddressInfo } from 'node:net';
import { DBOS } from '@dbos-inc/dbos-sdk';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { calls, databaseUrl } from './calls.ts';
import { bookTrip } from './workflow.ts';

const { WORKER: executorID = 'a', PORT = '0' } = process.env;
// A worker that starts goes on with the workflows of the one that had its name.
DBOS.setConfig({
  name: 'trips',
  systemDatabaseUrl: databaseUrl,
  executorID,
  applicationVersion: '1',
  logLevel: 'warn',
});
await DBOS.launch();

const app = new Hono()
  .put('/api/trips/:id', async (c) => {
    const traveller = await calls.owner(c.req.raw);
    if (traveller === undefined || traveller instanceof Response) return c.text('Sign in.', 401);
    // A trip that has started under this id is not started again.
    const workflowID = c.req.param('id');
    await DBOS.startWorkflow(bookTrip, { workflowID })({ traveller: traveller.id, from: 'NYC', destination: 'LAX' });
    return c.body(null, 202);
  })
  .get('/api/trips/:id', async (c) => {
    return c.json({ result: await DBOS.getResult<string>(c.req.param('id'), { timeoutSeconds: 20 }) });
  })
  .all('/api/elicit', ({ req }) => calls(req.raw))
  .use('*', serveStatic({ root: 'dist' }));

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(PORT) }, ({ port }: AddressInfo) => {
  console.log(`Worker ${executorID}: open http://127.0.0.1:${port}`);
});
