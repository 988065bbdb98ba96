import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';

/** A key that a person presses, and what they hear then. */
export interface Step {
  keys: string;
  /** What has the focus then. */
  role: 'button' | 'radio' | 'checkbox' | 'searchbox' | 'tab' | 'textbox' | 'group';
  name: string | RegExp;
  state?: Partial<Record<'checked' | 'disabled' | 'expanded' | 'pressed' | 'selected', boolean>>;
  /** What the status says then. */
  says?: string;
}

/** What the status of the card says. */
const heard = () => document.querySelector('[role=status]')?.textContent;

/** Goes through a page by keyboard. Each step waits for what it should find. */
export async function walk(steps: readonly Step[]): Promise<void> {
  for (const { keys, role, name, state = {}, says } of steps) {
    await userEvent.keyboard(keys);
    const here = page.elementLocator(document.activeElement as Element);
    await expect.element(here, { message: keys }).toHaveAccessibleName(name);
    await expect.element(here).toHaveRole(role);
    // What names it so has these states too.
    await expect
      .element(page.getByRole(role, { name, exact: typeof name === 'string', ...state }).first())
      .toHaveFocus();
    await expect.poll(() => says === undefined || heard(), { message: keys }).toBe(says ?? true);
  }
}
