// The same tool for a host that starts this program. Write nothing to standard output: it belongs to the protocol.
import { serveStdio } from 'elicitkit/mcp/stdio';
import { bookFlightTool } from './tool.ts';

serveStdio({ name: 'airline', version: '1.0.0', tools: [bookFlightTool] });
