const said = new WeakMap<object, string>();

/** Say what an answer means, in the words of its page. They count as long as a handler passes on that very answer. */
export function withWords<Answer extends object>(answer: Answer, words: string): Answer {
  said.set(answer, words);
  return answer;
}

/** What the component that gave this answer says of it. */
export const saidOf = (answer: unknown): string | undefined => said.get(answer as object);
