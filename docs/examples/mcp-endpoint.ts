import { createMcpEndpoint } from 'elicitkit/mcp';
import { provider } from './model';
import { bookFlightTool } from './tool';

const about = { name: 'airline', version: '1.0.0' };
export const mcp = createMcpEndpoint({ ...about, tools: [bookFlightTool], principal: 'anonymous', provider });
