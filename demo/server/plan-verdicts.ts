interface Verdicts {
  best: number;
  verdicts: string[];
}

/** The scripted model's verdicts on prices, read from the list that `plan_trip` gives it. */
export function judgePrices(prompt: string): Verdicts {
  const prices = Array.from(prompt.matchAll(/^\d+\. \$([\d,.]+)$/gm), ([, price = '']) =>
    Number(price.replaceAll(',', '')),
  );
  const least = Math.min(...prices);
  const verdicts = prices.map((price) =>
    price === least ? 'the cheapest of all' : `$${(price - least).toFixed(2)} above the cheapest`,
  );
  return { best: prices.indexOf(least) + 1, verdicts };
}

/** The scripted model's verdicts on times: the best plan gives the most time at the destination. */
export function judgeTimes(prompt: string): Verdicts {
  const plans = Array.from(
    prompt.matchAll(/^\d+\. \S+ → (\d\d):(\d\d)(?: \(\+(\d)\))?, back (\d\d):(\d\d)/gm),
    ([, ...found]) => {
      const [landHour = 0, landMinute = 0, days = 0, leaveHour = 0, leaveMinute = 0] = found.map((one) =>
        Number(one ?? 0),
      );
      return { there: (leaveHour - landHour - days * 24) * 60 + leaveMinute - landMinute, leaveHour };
    },
  );
  const most = Math.max(...plans.map(({ there }) => there));
  const verdicts = plans.map(({ there, leaveHour }) => {
    if (there === most) return 'the most time there';
    return leaveHour < 12 ? 'an early flight back' : 'a whole last day, but less time in all';
  });
  return { best: plans.findIndex(({ there }) => there === most) + 1, verdicts };
}
