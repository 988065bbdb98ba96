import { afterEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { takeComplaints, watchConsole } from './expect-console.ts';

watchConsole();

// Registered first, so it runs after the hooks of the file.
afterEach(async () => {
  // What a component says as it goes belongs to this test, not to the next one.
  await cleanup();
  const complaints = takeComplaints();
  if (complaints.length > 0) throw new Error(`What the console says:\n${complaints.join('\n')}`);
});
