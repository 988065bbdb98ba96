import { ChoiceList, Confirm, MultiChoiceList } from 'elicitkit';
import { answerWith, makePlugin } from 'elicitkit/plugin';
import { deleteProject } from './asked/delete-project.ts';
import { invitePeople } from './asked/invite-people.ts';
import { orderLunch } from './asked/order-lunch.ts';

/** The cards of the questions on this page. */
export const askedPlugins = [
  makePlugin(orderLunch)
    .onElicit({ dish: answerWith(ChoiceList) })
    .build(),
  makePlugin(invitePeople)
    .onElicit({ people: answerWith(MultiChoiceList) })
    .build(),
  makePlugin(deleteProject)
    .onElicit({ sure: answerWith(Confirm) })
    .build(),
];
