import { definePreviewAddon } from 'storybook/internal/csf';
import type { AxeResults, NodeResult } from 'axe-core';

/**
 * Fails a story where axe leaves something for a person to decide.
 *
 * It stands before the addon that runs axe: what stands first has its turn last.
 */
export const needsReview = () =>
  definePreviewAddon({
    afterEach({ reporting }) {
      // Who browses has a window of their own, in which a footer may lie over what axe looks at.
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
 * Lets the page come to rest before axe looks at it: what still moves or loads overlaps what it will not cover later.
 *
 * It stands behind the addon that runs axe, and so has its turn before.
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
        // Each frame comes after the one before.
        // oxlint-disable-next-line no-await-in-loop
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    },
  });

const isTest = () => '__vitest_browser__' in globalThis;

/** What axe cannot see from one moment of a page, and a test of ours does. */
const decided = [
  {
    // What the focus cannot reach while a dialog is open may take it by itself: test/react/dialog.test.tsx walks round
    // the dialog in both directions and tries to get out. These two elements are how Radix keeps the focus in.
    rule: 'aria-hidden-focus',
    check: 'focusable-modal-open',
    element: '[data-radix-focus-guard]',
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
