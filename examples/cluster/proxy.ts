import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** Sends each request to the next of these ports, whoever it comes from. */
export function createProxy(ports: () => readonly number[]): Server {
  let turn = 0;

  return createServer((incoming, outgoing) => {
    const all = ports();
    const port = all[(turn += 1) % Math.max(1, all.length)];
    if (port === undefined) return refuse(outgoing);
    pass(incoming, outgoing, port);
  });
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { method, url, headers } = incoming;
  const upstream = ask({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    outgoing.flushHeaders();
    response.pipe(outgoing);
    // The process died in the middle. The client asks again.
    response.on('error', () => outgoing.destroy());
  });
  upstream.on('error', () => (outgoing.headersSent ? outgoing.destroy() : refuse(outgoing)));
  outgoing.on('close', () => upstream.destroy());
  incoming.pipe(upstream);
}

function refuse(outgoing: ServerResponse): void {
  outgoing.writeHead(503, { 'retry-after': '1' }).end();
}
