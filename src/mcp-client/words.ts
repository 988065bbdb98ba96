/** Every word that this room says by itself. */
export const words = {
  opened: 'Page opened',
  completed: 'Done on the page',
  tooManyRounds: (server: string, rounds: number) => `${server} still asked for more after ${rounds} rounds.`,
  again: 'Try again?',
  notHeard: (server: string) =>
    `${server} could not be reached, or has not answered. Your answers are kept: trying again sends them once more.`,
  goOn: (host: string) => `Come back when you have finished at ${host}: then the call is tried again.`,
};
