import { orderLunch } from './order-lunch.ts';

export const orderLunchTool = orderLunch.execute(function* (_params, ctx) {
  const answer = yield* ctx.elicit('dish', {
    message: 'What would you like for lunch?',
    choices: [
      { value: 'ramen', label: 'Miso ramen', description: 'With tofu and a soft egg' },
      { value: 'tagine', label: 'Vegetable tagine', description: 'Chickpeas, apricots, couscous' },
      { value: 'salad', label: 'Niçoise salad', disabled: { reason: 'Sold out today.' } },
      { value: 'burger', label: 'Bean burger', description: 'With sweet potato fries' },
    ],
  });
  return answer.action === 'accept' ? `Ordered: ${answer.content.choice}.` : 'The person wants no lunch.';
});
