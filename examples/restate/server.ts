// Runs workflows for Restate's server, asks, and serves the page.
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import * as restate from '@restatedev/restate-sdk';
import * as clients from '@restatedev/restate-sdk-clients';
import { Hono } from 'hono';
import { calls, workflowOf } from './calls.ts';
import { trips } from './workflow.ts';

const { PORT = '0', SERVICE_PORT = '9080', ADMIN = 'http://127.0.0.1:9070' } = process.env;
// Restate's server calls this address for as long as a workflow lasts, so it stays the same over restarts.
await restate.serve({ services: [trips], port: Number(SERVICE_PORT) });
const registered = await fetch(`${ADMIN}/deployments`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ uri: `http://127.0.0.1:${SERVICE_PORT}`, force: true }),
});
if (!registered.ok) throw new Error(await registered.text());

const app = new Hono()
  .put('/api/trips/:id', async (c) => {
    const traveller = await calls.owner(c.req.raw);
    if (traveller === undefined || traveller instanceof Response) return c.text('Sign in.', 401);
    // A trip that has started under this id is not started again.
    await workflowOf(c.req.param('id')).workflowSubmit({ traveller: traveller.id, from: 'NYC', destination: 'LAX' });
    return c.body(null, 202);
  })
  .get('/api/trips/:id', async (c) => {
    const attached = workflowOf(c.req.param('id')).workflowAttach(clients.Opts.from({ timeout: 20_000 }));
    const result = await attached.then(undefined, (error: Error) => {
      if (error.name !== 'TimeoutError') throw error;
      return null;
    });
    return c.json({ result });
  })
  .all('/api/elicit', ({ req }) => calls(req.raw))
  .use('*', serveStatic({ root: 'dist' }));

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(PORT) }, ({ port }: AddressInfo) => {
  console.log(`Open http://127.0.0.1:${port}`);
});
