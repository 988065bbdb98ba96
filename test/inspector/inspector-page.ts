import { createRequire } from 'node:module';
import type { FrameLocator, Locator, Page } from '@playwright/test';
import type * as axeCore from 'axe-core';

/** The web page of the MCP Inspector. */
export class InspectorPage {
  readonly page: Page;
  /** The Inspector's dialog around an app. */
  readonly dialog: Locator;
  /** What the app shows: a frame inside of the Inspector's sandbox. */
  readonly app: FrameLocator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByTestId('app-elicitation');
    this.app = this.dialog.frameLocator('iframe').frameLocator('iframe');
  }

  /** Connect to a server of the session file, and call a tool. */
  async call(server: string, tool: string): Promise<void> {
    await this.page.goto('');
    // The switch's label covers it.
    await this.page.getByRole('switch', { name: `"${server}"` }).click({ force: true });
    await this.page.getByText('Tools', { exact: true }).click();
    await this.page.getByText(tool, { exact: true }).click();
    await this.page.getByRole('button', { name: 'Execute Tool' }).press('Enter');
  }

  /** Press the main button of the card. */
  async send(): Promise<void> {
    await this.app.locator('[data-elicit="commit"]').click();
  }

  /** The accessibility rules that the app breaks. */
  async violations(): Promise<string[]> {
    const frame = this.page.frames().at(-1);
    if (frame === undefined) return ['There is no frame.'];
    await frame.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core') });
    return frame.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof axeCore };
      const { violations } = await axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    });
  }
}
