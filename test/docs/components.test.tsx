import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { cancelTripPlugin } from '../../docs/examples/cancel-trip.ts';
import { ShortFlightList } from '../../docs/examples/ShortFlightList.tsx';
import '../../src/styles.css';
import { createPluginClient, ElicitOutlet, PluginSessionProvider } from '../../src/index.ts';
import { seedFlights } from '../travel/samples.ts';

it('replaces what a card of the list shows, and answers as before', async () => {
  const onRespond = vi.fn<(answer: { flightId: string }) => void>();
  await render(<ShortFlightList flights={seedFlights} message="Which flight?" onRespond={onRespond} />);
  const cards = [...document.querySelectorAll('[data-elicit=flight-item]')];
  expect(cards).toHaveLength(seedFlights.length);
  const [first] = seedFlights;
  expect(cards[0]?.querySelector('strong')?.textContent).toBe(first?.airline);
  for (const width of [360, 1100]) {
    await page.viewport(width, 800);
    // One line: what is squeezed into one column of the card's grid takes several.
    expect(cards[0]?.querySelector('strong')?.getBoundingClientRect().height, `at ${width}`).toBeLessThan(30);
  }
  // The parts that the recipe leaves out are not there.
  expect(document.querySelector('[data-elicit=chips]')).toBeNull();

  await page.getByRole('radio').first().click();
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(onRespond.mock.calls).toEqual([
    [{ flightId: first?.id }, { title: 'SkyHigh Airways SH101, 08:00', amount: '$299.00' }],
  ]);
});

it('asks with a component ready to use, whose props are the question’s context', async () => {
  const sent: unknown[] = [];
  const client = createPluginClient({
    plugins: [cancelTripPlugin],
    storage: false,
    tabs: false,
    transport: async ({ body }) => void sent.push(body.pluginElicitResponses?.[0]?.result),
  });
  await render(
    <PluginSessionProvider client={client}>
      <ElicitOutlet />
    </PluginSessionProvider>,
  );
  const event = {
    type: 'plugin_elicit_request',
    sessionId: 'c1',
    callId: 'c1',
    toolName: 'cancel_trip',
    elicitId: 'c1:0',
    key: 'confirm',
    message: 'All of it?',
    schema: { type: 'object', 'x-model-context': { title: 'Cancel the trip to Oslo' } },
    seq: 0,
    attempt: 1,
  };
  client.push({ revision: 1, event });
  await expect.element(page.getByText('Cancel the trip to Oslo')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => sent).toEqual([{ action: 'accept', content: { confirmed: true } }]);
  await client.close();
});
