import { definePreviewAddon } from 'storybook/internal/csf';
import { expectConsole, takeComplaints } from '../test/expect-console.ts';

/**
 * Fails a story that logs an error or a warning, unless its parameter `console`, a list of patterns, expects it.
 * Browsing leaves the console alone.
 */
export const quietConsole = () =>
  definePreviewAddon({
    beforeEach({ parameters }) {
      if (isTest()) expectConsole(...((parameters['console'] as RegExp[] | undefined) ?? []));
    },
    afterEach() {
      if (!isTest()) return;
      const complaints = takeComplaints();
      if (complaints.length > 0) throw new Error(`What the console says:\n${complaints.join('\n')}`);
    },
  });

const isTest = () => '__vitest_browser__' in globalThis;
