import { createElicitTools } from 'elicitkit/ai-sdk';
import { fileStore } from 'elicitkit/store/file';
import { bookFlightTool } from './tool';

/** An app with accounts gives `identify`, too. Without it, a chat's random id is its only secret. */
export const elicit = createElicitTools({ name: 'chat', tools: [bookFlightTool], store: fileStore('.data/elicit') });
