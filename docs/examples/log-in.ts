import { EventEmitter, once } from 'node:events';
import { createAskTool, type AskSecrets } from 'elicitkit/ask';
import { until } from 'effection';
import * as z from 'zod';

const passwords = new Map<string, string>();
const given = new EventEmitter();

/** What the page https://example.com/password/<handle> posts to. First, check who is signed in there. */
export function takePassword(handle: string, password: string): void {
  passwords.set(handle, password);
  given.emit(handle);
}

const secrets: AskSecrets = {
  pageFor: (handle) => `https://example.com/password/${handle}`,
  async read(handle, { signal }) {
    if (!passwords.has(handle)) await once(given, handle, { signal });
    return passwords.get(handle);
  },
};

export const createLogInTool = (logIn: (name: string, password: string) => Promise<void>) =>
  createAskTool('log_in')
    .description('Log in to the old ticket system')
    .parameters(z.object({ name: z.string() }))
    .execute(
      function* ({ name }, ask) {
        const handle = yield* ask.password(`The password of ${name}?`, { timeout: 10 * 60_000 });
        yield* ask.step('log in', function* () {
          yield* until(logIn(name, yield* ask.secret(handle)));
        });
        return `${name} is logged in.`;
      },
      { secrets },
    );
