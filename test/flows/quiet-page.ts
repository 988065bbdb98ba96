import { test as base, expect, type BrowserContext } from '@playwright/test';

interface Quiet {
  /** Console messages that a flow accepts but does not require. */
  allowedErrors: RegExp[];
  quiet: void;
}

/** Fails a flow in which a page logs an error or a warning that the flow does not expect. */
export const test = base.extend<Quiet>({
  allowedErrors: [[], { option: true }],

  quiet: [
    async ({ context, allowedErrors }, use) => {
      const complaints = watch(context);
      await use();
      const unexpected = complaints.filter((text) => !allowedErrors.some((allowed) => allowed.test(text)));
      expect(unexpected, 'what the console says').toEqual([]);
    },
    { auto: true },
  ],
});

function watch(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  return complaints;
}
