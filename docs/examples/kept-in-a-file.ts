import { createChatHandler } from 'elicitkit/server';
import { fileStore } from 'elicitkit/store/file';
import { provider } from './model';
import { bookFlightTool } from './tool';

export const chat = createChatHandler({ provider, tools: [bookFlightTool], store: fileStore('./.elicit') });
