import { definePreviewAddon } from 'storybook/internal/csf';
import { expectConsole, takeComplaints } from '../test/expect-console.ts';

/**
 * Fails a story whose console tells of an error or a warning that its parameter `console`, a list of patterns, does not
 * expect. Whoever browses the stories has the console as it is.
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
