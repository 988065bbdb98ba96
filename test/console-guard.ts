import { afterEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { takeComplaints, watchConsole } from './expect-console.ts';

watchConsole();

// Register this first, so that it runs after the hooks of the test file.
afterEach(async () => {
  // Unmount now, so that messages of a component's clean-up count for this test.
  await cleanup();
  const complaints = takeComplaints();
  if (complaints.length > 0) throw new Error(`What the console says:\n${complaints.join('\n')}`);
});
