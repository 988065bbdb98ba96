import { definePreviewAddon } from 'storybook/internal/csf';
import type { AxeResults, NodeResult } from 'axe-core';

/**
 * Fails a story if axe leaves anything for a person to decide.
 *
 * List it before the addon that runs axe: `afterEach` hooks run last to first.
 */
export const needsReview = () =>
  definePreviewAddon({
    afterEach({ reporting }) {
      // People browse in windows of any size, where a footer may cover what axe looks at.
      if (!isTest()) return;
      const found = reporting.reports.find(({ type }) => type === 'a11y')?.result as Partial<AxeResults> | undefined;
      const open = (found?.incomplete ?? []).flatMap(({ id, nodes }) =>
        nodes
          .filter((node) => !isDecided(id, node))
          .map((node) => `${id}: ${node.html}\n  ${reasonsOf(node).join('; ')}`),
      );
      if (open.length > 0) throw new Error(`axe cannot decide about ${open.length} elements.\n${open.join('\n')}`);
    },
  });

/**
 * Waits for the page to come to rest before axe looks: anything still moving or loading may overlap other elements.
 *
 * List it after the addon that runs axe, so that it runs before it.
 */
export const atRest = () =>
  definePreviewAddon({
    async afterEach() {
      if (!isTest()) return;
      await document.fonts.ready;
      const finite = document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(finite.map(({ finished }) => finished));
      for (let frame = 0; frame < 2; frame += 1) {
        // Wait for the frames in sequence.
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    },
  });

const isTest = () => '__vitest_browser__' in globalThis;

/** Cases that axe cannot decide from one moment of a page, but a test of ours does. */
const decided = [
  {
    // Elements out of reach while a dialog is open may still take the focus. test/react/dialog.test.tsx walks the
    // dialog in both directions and tries to leave. Radix traps the focus with its guards; the outlet behind a dialog may
    // have buttons, as in test/react/change-an-answer.test.tsx.
    rule: 'aria-hidden-focus',
    check: 'focusable-modal-open',
    element: '[data-radix-focus-guard], [data-elicit="elicit-outlet"]',
  },
  {
    // A price beyond the end of its line is in view once the line scrolls. In a wide card, axe decides about the same
    // colours.
    rule: 'color-contrast',
    check: 'color-contrast',
    element: '[data-elicit="tiers"] *',
  },
  {
    // A row below the headings or the sums is in view once the table scrolls. In a table that does not scroll, axe
    // decides about the same colours.
    rule: 'color-contrast',
    check: 'color-contrast',
    element: '[data-elicit="table-scroll"] *',
  },
  {
    // A sign is no text to axe. Its colour is that of texts in notices, about which axe decides.
    rule: 'color-contrast',
    check: 'color-contrast',
    element: '[data-elicit="diff-mark"]',
  },
];

function isDecided(ruleId: string, node: NodeResult): boolean {
  const checks = checksOf(node);
  return decided.some(
    ({ rule, check, element }) =>
      rule === ruleId &&
      checks.every(({ id }) => id === check) &&
      node.target.every((at) => document.querySelector(String(at))?.matches(element)),
  );
}

const checksOf = ({ any, all, none }: NodeResult) => [...any, ...all, ...none];
const reasonsOf = (node: NodeResult) => checksOf(node).map(({ message }) => message);
