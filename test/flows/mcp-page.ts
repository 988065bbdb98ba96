import { expect as anyExpect, type Locator, type Page } from '@playwright/test';
import { pressUntil } from './press-until.ts';
import { violationsOf } from './violations.ts';

// Each page has a process of a server started for it, which takes its time where many do.
export const expect = anyExpect.configure({ timeout: 20_000 });

/** The demo's page of MCP servers, used by keyboard alone. */
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

  /** The latest call of that server. */
  call(server: string): Locator {
    return this.card(server).getByRole('article').first();
  }

  result(server: string): Locator {
    return this.call(server).locator('.result');
  }

  /** Call a tool. The button is found by what it says of the call. */
  async start(server: string, button: string | RegExp): Promise<Locator> {
    const target = this.card(server).getByRole('button', { name: button });
    await expect(target).toBeEnabled();
    await this.press(target);
    return this.call(server);
  }

  /** Go to something by Tab, and press it. */
  async press(target: Locator, key = 'Enter'): Promise<void> {
    await expect(target).toBeVisible();
    if ((await target.and(this.page.locator(':focus')).count()) === 0) await pressUntil(this.page, 'Tab', target, most);
    await this.page.keyboard.press(key);
  }

  violations(): Promise<string[]> {
    return violationsOf(this.page);
  }

  /** How much wider than the screen the page is. */
  async overflow(): Promise<number> {
    return this.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  }
}

/** Stops on the way: a form of thirteen fields has more than twenty. */
const most = 45;
