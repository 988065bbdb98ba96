import { userEvent, waitFor, within } from 'storybook/test';
import type { CardMessages } from '../src/ui/elicit-card/words.ts';

/**
 * Opens a card's menu and returns the button in it. On a page of stories, another one may take the focus, and the menu
 * closes: then it is opened again.
 */
export function openMenu(card: HTMLElement, { more, cancel }: CardMessages): Promise<HTMLElement> {
  return waitFor(async () => {
    const button = within(card).getByRole('button', { name: new RegExp(`^${more('')}`) });
    if (button.getAttribute('aria-expanded') !== 'true') await userEvent.click(button);
    return within(card).getByRole('button', { name: cancel });
  });
}
