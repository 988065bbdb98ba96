import { createAttach } from './attach.ts';
import { openWire } from './delivery/open-wire.ts';
import type { ClientParts, PartsOptions } from './later-parts.ts';
import { createQuestions } from './questions.ts';

/** What asks, takes answers and sends. One file: no question is shown whose answer could not be delivered. */
export function createParts(options: PartsOptions): ClientParts {
  const { closing, background } = options;
  const wire = options.wire && openWire(options.wire);
  const { follow, hearTab } = createAttach(options);
  const questions = createQuestions(options, follow);
  let closeTabs: (() => void) | undefined;
  return {
    ...questions,
    ...(wire && { deliver: wire.deliver }),
    begin() {
      if (wire) background(wire.pollNews(closing, follow));
      closeTabs = wire?.openTabs((revision) => background(hearTab(revision)));
    },
    close() {
      // The other tabs see the state as it was before anything ends.
      closeTabs?.();
      return questions.close();
    },
  };
}
