import { createAskTool } from 'elicitkit/ask';
import * as z from 'zod';

export const greetTool = createAskTool('greet')
  .description('Greet somebody by name')
  .parameters(z.object({}))
  .execute(function* (_, ask) {
    const name = yield* ask.text('What is your name?');
    return `Hello, ${name}!`;
  });
