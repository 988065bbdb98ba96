import { describe, expectTypeOf, it } from 'vitest';
import type { ConfirmProps, ElicitMessageOverrides, PluginSessionProviderProps } from '../../src/index.ts';
import { english, plural, type ConfirmMessages, type ElicitMessages } from '../../src/messages.ts';
import type * as messages from '../../src/messages.ts';

describe('messages', () => {
  it('are all there, or do not compile', () => {
    const confirm: ConfirmMessages = { title: '', confirm: '', deny: '', sending: '', failed: '', keptOnFailure: '' };
    expectTypeOf({ ...english, confirm }).toExtend<ElicitMessages>();

    // @ts-expect-error one is missing
    const less: ConfirmMessages = { title: '', confirm: '', deny: '', sending: '', failed: '' };
    // @ts-expect-error one is not known
    const more: ConfirmMessages = { ...confirm, maybe: '' };
    const { notes, ...rest } = english;
    // @ts-expect-error a whole group is missing
    const partial: ElicitMessages = rest;
    void [less, more, partial, notes];
  });

  it('have a type for each group', () => {
    expectTypeOf<{
      card: messages.CardMessages;
      flightList: messages.FlightListMessages;
      seatPicker: messages.SeatPickerMessages;
      confirm: messages.ConfirmMessages;
      choiceList: messages.ChoiceListMessages;
      pickRows: messages.PickRowsMessages;
      reviewCall: messages.ReviewCallMessages;
      pickDates: messages.PickDatesMessages;
      reviewText: messages.ReviewTextMessages;
      fileDrop: messages.FileDropMessages;
      schemaForm: messages.SchemaFormMessages;
      urlConsent: messages.UrlConsentMessages;
      dialog: messages.DialogMessages;
      receipt: messages.ReceiptMessages;
      notes: messages.NoteMessages;
      inbox: messages.InboxMessages;
      mcp: messages.McpMessages;
    }>().toEqualTypeOf<{ -readonly [Group in messages.MessageGroup]: ElicitMessages[Group] }>();
  });

  it('take the values that they are given, and the locale last', () => {
    expectTypeOf<ElicitMessages['flightList']['stops']>().toEqualTypeOf<(count: number, locale: string) => string>();
    // @ts-expect-error a name is no number
    english.flightList.stops('two', 'en');
    // @ts-expect-error every number has a form
    plural('en', 1, { one: '#' });
    // @ts-expect-error no language counts by dozens
    plural('en', 1, { dozen: '#', other: '#' });
  });

  it('may be given in part, to every component and provider', () => {
    expectTypeOf<{ confirm: { deny: string } }>().toExtend<ElicitMessageOverrides>();
    expectTypeOf<ElicitMessages>().toExtend<ElicitMessageOverrides>();
    expectTypeOf<ConfirmProps['messages']>().toEqualTypeOf<ElicitMessageOverrides | undefined>();
    expectTypeOf<PluginSessionProviderProps['messages']>().toEqualTypeOf<ElicitMessageOverrides | undefined>();
    // @ts-expect-error there is no such group
    const wrong: ElicitMessageOverrides = { toast: {} };
    void wrong;
  });
});
