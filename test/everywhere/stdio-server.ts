// A program that a test starts: the demo's tools on standard input and output.
import { serveStdio } from '../../src/mcp-stdio.ts';
import { provider } from './provider.ts';
import { tools } from './tools.ts';

await serveStdio({ name: 'demo', version: '1.0.0', tools: tools.map(({ tool }) => tool), provider }).closed;
