import { run } from 'effection';
import { createMockClient, runTool } from 'elicitkit/testing';
import { describe, expect, it } from 'vitest';
import { compareCitiesTool } from '../../docs/examples/compare-cities.ts';
import { quizTool } from '../../docs/examples/quiz.ts';
import { seatAndMealTool } from '../../docs/examples/seat-and-meal.ts';

describe('the examples of docs/branches.md', () => {
  it('lets the model look prices up, and tells the price of the city that it names', async () => {
    const client = createMockClient({
      sampleResponses: [
        { toolCalls: ['Oslo', 'Rome'].map((city) => ({ name: 'hotel_price', arguments: { city } })) },
        '{"city":"Rome"}',
      ],
    });
    const result = await run(() => runTool(compareCitiesTool, { cities: ['Oslo', 'Rome'] }, client));
    expect(result).toEqual({ city: 'Rome', euros: 100 });
    expect(client.sampleCalls[1]?.messages.filter(({ role }) => role === 'tool')).toHaveLength(2);
  });

  it('asks what the model thought up, and lets it judge the answer', async () => {
    const client = createMockClient({
      sampleResponses: ['{"question":"The capital of Peru?","options":["Lima","Cusco"]}', 'Yes, it is Lima.'],
      elicitResponses: [
        { key: 'option', action: 'accept', content: { option: 'Quito' }, refused: true },
        { key: 'option', action: 'accept', content: { option: 'Lima' } },
      ],
    });
    expect(await run(() => runTool(quizTool, { topic: 'capitals' }, client))).toBe('Yes, it is Lima.');
    expect(client.sampleCalls[1]?.messages.map(({ content }) => content)).toEqual([
      'The capital of Peru?',
      '{"option":"Lima"}',
      'Is that right? One sentence.',
    ]);
  });

  it('ask for a seat and a meal at once', async () => {
    const client = createMockClient({
      elicitResponses: [
        { key: 'seat', action: 'accept', content: { seat: 'aisle' } },
        { key: 'meal', action: 'decline' },
      ],
    });
    expect(await run(() => runTool(seatAndMealTool, {}, client))).toEqual({
      seat: { action: 'accept', content: { seat: 'aisle' } },
      meal: { action: 'decline' },
    });
  });
});
