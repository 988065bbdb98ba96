import { createMcpEndpoint } from 'elicitkit/mcp';
import { readMcpApps } from 'elicitkit/mcp-apps';
import { provider } from './model';
import { bookFlightTool } from './tool';

const about = { name: 'airline', version: '1.0.0', principal: 'anonymous', provider };
export const mcp = createMcpEndpoint({ ...about, tools: [bookFlightTool], apps: readMcpApps('./apps') });
