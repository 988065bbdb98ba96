import { ChoiceList, Confirm } from 'elicitkit';
import { answerWith, makePlugin } from 'elicitkit/plugin';
import { planTrip, questions } from './plan-trip.ts';

/** Shows the questions of `plan_trip` with the package's own components. */
export const planTripPlugin = makePlugin(planTrip)
  .onElicit({ plan: answerWith(ChoiceList), confirm: answerWith(Confirm) })
  .receipts({
    plan: ({ choice }, context) => {
      const plans = questions.plan.context.safeParse(context).data?.choices ?? [];
      const plan = plans.find((one) => typeof one === 'object' && one.value === choice);
      return { title: typeof plan === 'object' ? (plan.label ?? choice) : choice };
    },
    confirm: (_answer, context) => {
      return { title: 'Plan kept', amount: questions.confirm.context.safeParse(context).data?.details?.at(-1)?.value };
    },
  })
  .build();
