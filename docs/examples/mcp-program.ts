import { serveStdio } from 'elicitkit/mcp/stdio';
import { provider } from './model';
import { bookFlightTool } from './tool';

serveStdio({ name: 'airline', version: '1.0.0', tools: [bookFlightTool], provider });
