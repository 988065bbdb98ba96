import { keepChatHandler } from 'elicitkit/server';
import { provider } from './model';
import { bookFlightTool } from './tool';

export const chat = keepChatHandler('chat', { provider, tools: [bookFlightTool] });
