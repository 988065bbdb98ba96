// Starts three processes, and a proxy that sends each request to the next of them. One that dies is started again.
import { fork, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AddressInfo } from 'node:net';
import { createProxy } from './proxy.ts';

const count = 3;
const program = fileURLToPath(new URL(`server${extname(import.meta.url)}`, import.meta.url));
const children = new Set<ChildProcess>();
const ports = new Map<ChildProcess, number>();
let isOver = false;

function start(): void {
  const child = fork(program, { env: { ...process.env, PORT: '0' } });
  children.add(child);
  child.on('message', (message) => {
    ports.set(child, (message as { port: number }).port);
    if (ports.size === count) console.log('All processes are ready.');
  });
  child.on('exit', (code) => {
    const hasListened = ports.delete(child);
    children.delete(child);
    if (isOver) return;
    // One that cannot even begin would fail for ever, such as without a database.
    if (!hasListened) end(code ?? 1);
    else start();
  });
}

function end(code: number): void {
  isOver = true;
  for (const child of children) child.kill();
  proxy.close();
  process.exitCode = code;
}

const proxy = createProxy(() => [...ports.values()]);
proxy.listen(Number(process.env['PORT'] ?? 3000), () => {
  console.log(`The chat is at http://localhost:${(proxy.address() as AddressInfo).port}/api/chat`);
});
for (let nth = 0; nth < count; nth += 1) start();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(0));
