import { createChatHandler } from 'elicitkit/server';
import { checkInTool } from './check-in-tool';
import { provider } from './model';
import { bookFlightTool } from './tool';
import { weatherTool } from './weather';

export const chat = createChatHandler({ provider, tools: [bookFlightTool, checkInTool, weatherTool] });
