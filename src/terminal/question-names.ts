import { bareKey, urlQuestionKey } from '../protocol/question-keys.ts';

/**
 * Name the questions of one run, in the order in which they are asked: by what stands after `~open:` or `~wait:`, else by the key,
 * else `page`. A name that was used before gets a number: `pickSeat`, `pickSeat-2`.
 */
export function createQuestionNames(): (key: string) => string {
  const asked = new Map<string, number>();
  return (key) => {
    const name = key === urlQuestionKey ? 'page' : bareKey(key);
    const count = (asked.get(name) ?? 0) + 1;
    asked.set(name, count);
    return count === 1 ? name : `${name}-${count}`;
  };
}
