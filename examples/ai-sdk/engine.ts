import { aiSdkProvider } from 'elicitkit/ai-sdk';
import { keepChatHandler } from 'elicitkit/server';
import { fileStore } from 'elicitkit/store/file';
import { model } from './model';
import { bookFlightTool } from './tool';

/** The same tool, in a chat whose model our engine runs. */
export const engine = keepChatHandler('engine', {
  provider: aiSdkProvider(model),
  tools: [bookFlightTool],
  systemPrompt: 'You book flights. Be brief.',
  store: fileStore('.data/engine'),
});
