import { aiSdkProvider, createElicitTools } from 'elicitkit/ai-sdk';
import { model } from './sdk-model';
import { userOf } from './sign-in';
import { bookFlightTool } from './tool';

export const elicit = createElicitTools({
  name: 'chat',
  tools: [bookFlightTool],
  provider: aiSdkProvider(model),
  identify: (request) => userOf(request) ?? new Response('Sign in.', { status: 401 }),
});
