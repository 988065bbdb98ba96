import { expect, test } from '@playwright/test';
import { pressUntil } from './press-until.ts';

for (const server of ['Airline', 'Old airline']) {
  test(`a flight is booked at the MCP server "${server}" with the keyboard alone`, async ({ page }) => {
    await page.goto('/mcp/');
    const panel = page.getByRole('region', { name: server, exact: true });
    const call = panel.getByRole('button', { name: 'Call book_flight' });
    await expect(call).toBeEnabled();
    await pressUntil(page, 'Tab', call);
    await page.keyboard.press('Enter');

    const outlet = page.locator('[data-part="elicit-outlet"]');
    await expect(outlet.getByText(`Asked by ${server} (`)).toBeVisible();
    const radios = outlet.getByRole('radio');
    await expect(radios.first()).toBeVisible();
    await pressUntil(page, 'Tab', radios.first());
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');

    await expect(outlet.getByRole('grid')).toBeVisible();
    await pressUntil(page, 'Tab', outlet.locator('[data-part="seat"][tabindex="0"]'));
    await page.keyboard.press('Space');
    await expect(outlet.getByRole('button', { pressed: true })).toHaveCount(1);
    await pressUntil(page, 'Tab', page.getByRole('button', { name: 'Confirm' }));
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('status')).toHaveText(/^Booked \S+ ?\d*, seat \w+\.$/);
  });

  test(`a question of the MCP server "${server}" is declined`, async ({ page }) => {
    await page.goto('/mcp/');
    const panel = page.getByRole('region', { name: server, exact: true });
    const call = panel.getByRole('button', { name: 'Call book_flight' });
    await expect(call).toBeEnabled();
    await call.press('Enter');
    await page.getByRole('button', { name: 'Decline' }).press('Enter');
    await expect(panel.getByRole('status')).toHaveText('Nothing was booked: decline.');
  });

  test(`a question of the MCP server "${server}" is cancelled`, async ({ page }) => {
    await page.goto('/mcp/');
    const panel = page.getByRole('region', { name: server, exact: true });
    const call = panel.getByRole('button', { name: 'Call book_flight' });
    await expect(call).toBeEnabled();
    await call.press('Enter');
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(panel.getByRole('status')).toHaveText('Nothing was booked: cancel.');
  });
}
