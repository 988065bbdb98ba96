import { createAgUiHandler } from 'elicitkit/ag-ui';
import { chat } from './tool';

export const POST = createAgUiHandler(chat);
