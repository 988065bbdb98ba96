import { createChatHandler } from 'elicitkit/server';
import { checkInTool } from './check-in-tool.ts';
import { provider } from './model.ts';
import { bookFlightTool } from './tool.ts';
import { weatherTool } from './weather.ts';

export const chat = createChatHandler({ provider, tools: [bookFlightTool, checkInTool, weatherTool] });
