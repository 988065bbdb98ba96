import { all } from 'effection';
import type { ElicitResult } from 'elicitkit/plugin';
import { formatDay } from 'elicitkit/travel';
import { dayAfter } from '../airline/days.ts';
import { judge, type Verdict } from './judge.ts';
import { describeTimes, findOptions, priceOf } from './options.ts';
import { planTrip } from './plan-trip.ts';
import type { Option, Plan } from './plan.ts';

/** The tool's body. Two branches judge prices and times at once; then the person chooses, and confirms. */
export const planTripTool = planTrip.execute(function* ({ from, destination, outboundDate, nights }, ctx) {
  const day = outboundDate ?? dayAfter(yield* ctx.now(), 14);
  const returnDate = dayAfter(Date.parse(day), nights);
  const search = { from, destination, outboundDate: day, returnDate };
  const options = yield* ctx.step('search', () => findOptions(search), { pure: true });
  if (options.length === 0) return 'Not planned: nothing flies there and back on these days. Ask for other days.';

  yield* ctx.notify(`Comparing prices and times of ${countPlans(options.length)}…`);
  yield* ctx.sleep(pause);
  const [prices, times] = yield* all([
    judge(ctx, 'prices', options.map(priceOf)),
    judge(ctx, 'times', options.map(describeTimes)),
  ]);

  const picked = yield* ctx.elicit('plan', {
    message: `${prices || times ? `I have compared ${countPlans(options.length)}` : `Here are ${countPlans(options.length)}`}, for ${countNights(nights)} from ${formatDay(day, 'en-US') ?? day}.`,
    title: 'Choose a plan',
    choices: options.map((option, index) => choiceOf(option, index, prices, times)),
  });
  if (picked.action !== 'accept') return notPlanned(picked);
  const index = options.findIndex(({ id }) => id === picked.content.choice);
  const option = options[index] as Option;

  const answer = yield* ctx.elicit('confirm', {
    message: 'Shall I keep this plan? Nothing is booked or paid.',
    title: 'Keep this plan',
    details: [
      { label: 'Way out', value: `${option.out.number} · ${formatDay(option.out.departure.at, 'en-US') ?? ''}` },
      { label: 'Way back', value: `${option.back.number} · ${formatDay(option.back.departure.at, 'en-US') ?? ''}` },
      { label: 'Times', value: describeTimes(option) },
      { label: 'Price', value: priceOf(option), total: true },
    ],
    confirmLabel: 'Keep this plan',
    denyLabel: 'Not this one',
  });
  const saidNo = answer.action === 'decline' || (answer.action === 'accept' && !answer.content.confirmed);
  if (saidNo) return 'Not planned: the person said no to the plan. Ask what they would like to change.';
  if (answer.action !== 'accept') return notPlanned(answer);

  const reference = yield* ctx.uuid();
  const verdicts = [prices, times].flatMap((verdict) => verdict?.words[index] ?? []);
  return yield* ctx.step('keep', () => keep(option, nights, verdicts, reference));
});

/** Simulates the time a search takes, so that people see one going on. */
const pause = 300;

function choiceOf(option: Option, index: number, prices: Verdict | null, times: Verdict | null) {
  const liked = [prices?.best === index && 'best price', times?.best === index && 'best times'].filter(Boolean);
  const said = [
    prices?.words[index] && `Price: ${prices.words[index]}.`,
    times?.words[index] && `Times: ${times.words[index]}.`,
  ];
  return {
    value: option.id,
    label: `${option.airline}, ${priceOf(option)}${liked.length > 0 ? ` · ${liked.join(', ')}` : ''}`,
    description: [`${describeTimes(option)}.`, ...said].filter(Boolean).join(' '),
  };
}

function keep(option: Option, nights: number, verdicts: string[], reference: string): Plan {
  const { id: _, ...rest } = option;
  const route = `${option.out.departure.city} to ${option.out.arrival.city}`;
  return {
    ...rest,
    reference: `PL${reference.slice(0, 6).toUpperCase()}`,
    nights,
    verdicts,
    message: `Kept the plan from ${route} with ${option.airline} for ${countNights(nights)}, ${priceOf(option)}. Nothing is booked.`,
  };
}

/** Tells the model why there is no plan. */
function notPlanned(result: Exclude<ElicitResult<unknown>, { action: 'accept' }>): string {
  if (result.action === 'decline') return 'Not planned: the person wants none of the plans. Offer other days.';
  if (result.reason === 'interrupted') return 'Not planned: the person wrote something else instead. Answer that.';
  if (result.reason === 'expired') return 'Not planned: nobody chose in time. Ask whether to try again.';
  if (result.reason === 'failed') return 'Not planned: no answer was usable. Say that it did not work.';
  return 'Not planned: the person closed the question. Ask what they would like instead.';
}

function countPlans(count: number): string {
  return count === 1 ? 'one plan' : `${count} plans`;
}

function countNights(nights: number): string {
  return nights === 1 ? 'one night' : `${nights} nights`;
}
