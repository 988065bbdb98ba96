import { expect as anyExpect, type Locator, type Page } from '@playwright/test';
import { pressUntil } from './press-until.ts';
import { violationsOf } from './violations.ts';

// Each page starts a server process, which takes time when many start.
export const expect = anyExpect.configure({ timeout: 20_000 });

/** The demo's MCP page, used only by keyboard. */
export class McpPage {
  constructor(readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/mcp/');
  }

  card(server: string): Locator {
    return this.page.getByRole('region', { name: server, exact: true });
  }

  state(server: string): Locator {
    return this.card(server).locator('.server-state');
  }

  /** The latest call of a server. */
  call(server: string): Locator {
    return this.card(server).getByRole('article').first();
  }

  result(server: string): Locator {
    return this.call(server).locator('.result');
  }

  /** Starts a call with the button of this name. */
  async start(server: string, button: string | RegExp): Promise<Locator> {
    await this.press(this.card(server).getByRole('button', { name: button }));
    return this.call(server);
  }

  /** Tabs to an element, once it can have the focus, and presses a key. */
  async press(target: Locator, key = 'Enter'): Promise<void> {
    await expect(target).toBeVisible();
    await expect(target).toBeEnabled();
    if ((await target.and(this.page.locator(':focus')).count()) === 0) await pressUntil(this.page, 'Tab', target, most);
    await this.page.keyboard.press(key);
  }

  violations(): Promise<string[]> {
    return violationsOf(this.page);
  }

  /** How much wider the page is than the screen. */
  async overflow(): Promise<number> {
    return this.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  }
}

/** Tab stops on the way: a form of thirteen fields has more than twenty. */
const most = 45;
