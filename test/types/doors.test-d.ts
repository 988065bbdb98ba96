import { createElement } from 'react';
import { describe, expectTypeOf, it } from 'vitest';
import * as client from '../../src/client.ts';
import * as elicitkit from '../../src/index.ts';
import { FlightListParts, type FlightListItemProps, type SeatPickerParts } from '../../src/index.ts';
import type { ClientError, ClientErrorCode } from '../../src/client.ts';

describe('the parts of a component', () => {
  it('take their own props', () => {
    expectTypeOf(FlightListParts.Item).parameter(0).toExtend<FlightListItemProps>();
    // @ts-expect-error: which flight it shows
    createElement(FlightListParts.Item, {});
  });

  it('are those of that component', () => {
    expectTypeOf<keyof typeof SeatPickerParts>().extract<'Seat' | 'Chips'>().toEqualTypeOf<'Seat'>();
    expectTypeOf<keyof typeof FlightListParts>().extract<'Seat' | 'Chips'>().toEqualTypeOf<'Chips'>();
  });
});

describe('an error', () => {
  it('is told by its code; its class is a type', () => {
    expectTypeOf<ClientError['code']>().toEqualTypeOf<ClientErrorCode>();
    expectTypeOf(client).not.toHaveProperty('ClientError');
  });
});

describe('the root door', () => {
  it('leaves to other doors what outlets load lazily', () => {
    expectTypeOf(elicitkit).toHaveProperty('ElicitOutlet');
    expectTypeOf(elicitkit).not.toHaveProperty('SchemaForm');
    expectTypeOf(elicitkit).not.toHaveProperty('ElicitDialog');
    expectTypeOf(elicitkit).not.toHaveProperty('UrlConsent');
  });
});
