import { english, plural, type ElicitMessages } from 'elicitkit/messages';

export const polish: ElicitMessages = {
  // English for messages without Polish words. Leave this out, and the compiler lists them.
  ...english,
  locale: 'pl',
  confirm: {
    title: 'Potwierdź',
    confirm: 'Potwierdź',
    deny: 'Nie',
    sending: 'Wysyłanie…',
    failed: 'Odpowiedź nie została wysłana.',
    keptOnFailure: 'Odpowiedź została zachowana.',
  },
  flightList: {
    ...english.flightList,
    travellers: (count, locale) =>
      plural(locale, count, {
        one: '# podróżny',
        few: '# podróżnych',
        many: '# podróżnych',
        other: '# podróżnego',
      }),
  },
};
