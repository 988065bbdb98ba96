import { orderLunch } from './order-lunch.ts';

export const orderLunchTool = orderLunch.execute(function* (_params, ctx) {
  const answer = yield* ctx.elicit('dish', {
    message: 'What would you like for lunch?',
    choices: [
      { value: 'ramen', label: 'Miso ramen', description: 'Tofu, leek', group: 'Warm', amount: '€ 12.50' },
      { value: 'tagine', label: 'Vegetable tagine', description: 'Chickpeas', group: 'Warm', amount: '€ 11.00' },
      { value: 'salad', label: 'Niçoise salad', group: 'Cold', disabled: { reason: 'Sold out today.' } },
      { value: 'bowl', label: 'Soba bowl', description: 'Edamame, sesame', group: 'Cold', amount: '€ 10.50' },
    ],
    other: true,
  });
  return answer.action === 'accept' ? `Ordered: ${answer.content.choice}.` : 'The person wants no lunch.';
});
