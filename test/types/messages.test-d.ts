import { describe, expectTypeOf, it } from 'vitest';
import type { ConfirmProps, ElicitMessageOverrides, PluginSessionProviderProps } from '../../src/index.ts';
import { english, plural, type ConfirmMessages, type ElicitMessages } from '../../src/messages.ts';

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
