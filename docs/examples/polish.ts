import { english, plural, type ElicitMessages } from 'elicitkit/messages';

export const polish: ElicitMessages = {
  // What has no Polish words yet. Leave it out, and the compiler lists what is missing.
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
