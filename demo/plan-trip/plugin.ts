import { ChoiceList, Confirm } from 'elicitkit';
import { answerWith, makePlugin } from 'elicitkit/plugin';
import { planChoice, planSummary, planTrip } from './plan-trip.ts';

/** Shows the questions of `plan_trip` with the package's own components. */
export const planTripPlugin = makePlugin(planTrip)
  .onElicit({ plan: answerWith(ChoiceList), confirm: answerWith(Confirm) })
  .receipts({
    plan: ({ choice }, context) => {
      const plan = planChoice.safeParse(context).data?.choices.find(({ value }) => value === choice);
      return { title: plan?.label ?? 'Plan chosen' };
    },
    confirm: (_answer, context) => {
      return { title: 'Plan kept', amount: planSummary.safeParse(context).data?.details.at(-1)?.value };
    },
  })
  .build();
