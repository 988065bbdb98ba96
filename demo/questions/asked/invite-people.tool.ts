import { invitePeople } from './invite-people.ts';

const team = ['Ada Lovelace', 'Alan Turing', 'Barbara Liskov', 'Edsger Dijkstra', 'Frances Allen', 'Grace Hopper'];

export const invitePeopleTool = invitePeople.execute(function* ({ meeting }, ctx) {
  const answer = yield* ctx.elicit('people', {
    message: `Who comes to “${meeting}”? The room holds four.`,
    choices: team,
    min: 1,
    max: 4,
  });
  return answer.action === 'accept' ? `Invited: ${answer.content.choices.join(', ')}.` : 'Nobody was invited.';
});
