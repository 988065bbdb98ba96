import { run } from 'effection';
import { createMockClient, runTool } from 'elicitkit/testing';
import { expect, it } from 'vitest';
import { bookFlightTool } from './tool';

it('books the flight that the person picks', async () => {
  const client = createMockClient({
    elicitResponses: [{ action: 'accept', content: { flightId: 'SH142' } }],
    sampleResponses: ['Walk.'],
  });
  const ticket = await run(() => runTool(bookFlightTool, { from: 'NYC', destination: 'LAX' }, client));
  expect(ticket).toMatchObject({ ticketNumber: 'T-SH142', tip: 'Walk.' });
});
