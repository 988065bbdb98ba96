// One process of the cluster: a chat server like any other. Nothing in it knows of the others.
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createChatHandler } from 'elicitkit/server';
import { provider } from './model.ts';
import { openStore } from './store.ts';
import { bookFlightTool } from './tool.ts';

const chat = createChatHandler({
  provider,
  tools: [bookFlightTool],
  store: await openStore(),
  // A process that dies is given up after two seconds.
  limits: { leaseTime: 2000, sweepEvery: 1000 },
});

/** Tells which process has answered. */
async function answer(request: Request): Promise<Response> {
  const response = await chat(request);
  response.headers.set('x-process', String(process.pid));
  return response;
}

const server = serve({ fetch: answer, port: Number(process.env['PORT'] ?? 3000) }, ({ port }: AddressInfo) => {
  console.log(`Process ${process.pid} listens on port ${port}.`);
  // Its parent, if it has one, sends it requests now.
  process.send?.({ port });
});

process.once('SIGTERM', () => {
  server.close();
  // Another process goes on at once with what this one is at.
  void chat.close().then(() => process.exit());
});
