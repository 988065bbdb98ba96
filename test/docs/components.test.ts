// The table of the components in docs/plugins.md, held to their props, answers and schemas.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type {
  ChoiceListProps,
  ConfirmProps,
  FlightListProps,
  MultiChoiceListProps,
  PassengerSeatPickerProps,
  SeatPickerProps,
} from '../../src/index.ts';
import type { PickRowProps, PickRowsProps, ReviewTextProps } from '../../src/questions.ts';
import type { UrlConsentProps } from '../../src/url-consent.ts';
import type { FileDropProps, PickDateProps, PickDatesProps } from '../../src/questions.ts';
import {
  confirmSchema,
  pickChoiceSchema,
  pickChoicesSchema,
  pickRowSchema,
  pickRowsSchema,
  pickDateSchema,
  pickDatesSchema,
  reviewSchema,
  pickFilesSchema,
  type AnswerOfProps,
  type UserProps,
} from '../../src/plugin.ts';
import { pickFlightSchema, pickSeatSchema, pickSeatsSchema } from '../../src/travel.ts';

type Common = 'message' | 'locale' | 'messages' | 'className' | 'headingLevel';
/** Compiles only while every prop stands in its list. */
type Listed<Props> = { [K in Exclude<keyof UserProps<Props>, Common>]-?: {} extends Pick<Props, K> ? 'can' : 'must' };

interface Row<Props> {
  props: Listed<Props>;
  answer: AnswerOfProps<Props>;
  schema?: { name: string; door: string; parse(answer: unknown): unknown };
}
const row = <Props>(value: Row<Props>): Row<never> => value as unknown as Row<never>;
const named = (name: string, door: string, schema: { parse(answer: unknown): unknown }) => ({
  name,
  door,
  parse: (answer: unknown) => schema.parse(answer),
});

const rows: Record<string, Row<never>> = {
  Confirm: row<ConfirmProps>({
    props: { title: 'can', details: 'can', confirmLabel: 'can', denyLabel: 'can', deny: 'can', tone: 'can' },
    answer: { confirmed: true },
    schema: named('confirmSchema', 'plugin', confirmSchema),
  }),
  ChoiceList: row<ChoiceListProps>({
    props: { choices: 'must', search: 'can', other: 'can', title: 'can' },
    answer: { choice: 'a' },
    schema: named('pickChoiceSchema', 'plugin', pickChoiceSchema),
  }),
  MultiChoiceList: row<MultiChoiceListProps>({
    props: { choices: 'must', search: 'can', other: 'can', title: 'can', min: 'can', max: 'can' },
    answer: { choices: ['a'] },
    schema: named('pickChoicesSchema', 'plugin', pickChoicesSchema),
  }),
  PickRow: row<PickRowProps>({
    props: { columns: 'must', rows: 'must', title: 'can' },
    answer: { row: 'a' },
    schema: named('pickRowSchema', 'plugin', pickRowSchema),
  }),
  PickRows: row<PickRowsProps>({
    props: { columns: 'must', rows: 'must', title: 'can', min: 'can', max: 'can' },
    answer: { rows: ['a'] },
    schema: named('pickRowsSchema', 'plugin', pickRowsSchema),
  }),
  PickDate: row<PickDateProps>({
    props: { title: 'can', min: 'can', max: 'can', unavailable: 'can', today: 'can' },
    answer: { date: '2026-12-24' },
    schema: named('pickDateSchema', 'plugin', pickDateSchema),
  }),
  PickDates: row<PickDatesProps>({
    props: {
      title: 'can',
      min: 'can',
      max: 'can',
      unavailable: 'can',
      minNights: 'can',
      maxNights: 'can',
      today: 'can',
    },
    answer: { from: '2026-12-24', to: '2026-12-26' },
    schema: named('pickDatesSchema', 'plugin', pickDatesSchema),
  }),
  ReviewText: row<ReviewTextProps>({
    props: { text: 'must', before: 'can', format: 'can', edit: 'can', title: 'can' },
    answer: { verdict: 'approve', text: 'a', comment: 'b' },
    schema: named('reviewSchema', 'plugin', reviewSchema),
  }),
  FileDrop: row<FileDropProps>({
    props: { upload: 'must', title: 'can', accept: 'can', minFiles: 'can', maxFiles: 'can', maxBytes: 'can' },
    answer: { files: ['a'] },
    schema: named('pickFilesSchema', 'plugin', pickFilesSchema),
  }),
  FlightList: row<FlightListProps>({
    props: {
      flights: 'must',
      travellers: 'can',
      loading: 'can',
      error: 'can',
      onReload: 'can',
      onWarning: 'can',
      logoOf: 'can',
    },
    answer: { flightId: 'a' },
    schema: named('pickFlightSchema', 'travel', pickFlightSchema),
  }),
  SeatPicker: row<SeatPickerProps>({
    props: {
      seatMap: 'must',
      flight: 'can',
      disabled: 'can',
      loading: 'can',
      error: 'can',
      onReload: 'can',
      onWarning: 'can',
    },
    answer: { row: 1, seat: 'a' },
    schema: named('pickSeatSchema', 'travel', pickSeatSchema),
  }),
  PassengerSeatPicker: row<PassengerSeatPickerProps>({
    props: {
      seatMap: 'must',
      passengers: 'can',
      flight: 'can',
      disabled: 'can',
      loading: 'can',
      error: 'can',
      onReload: 'can',
      onWarning: 'can',
    },
    answer: { selections: [{ passengerId: 'a', row: 1, seat: 'a' }] },
    schema: named('pickSeatsSchema', 'travel', pickSeatsSchema),
  }),
  UrlConsent: row<UrlConsentProps>({
    props: { url: 'must', serverName: 'can', opened: 'can', reports: 'can', doneLabel: 'can', onDone: 'can' },
    answer: {},
  }),
};

/** An answer as the table writes its type. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `${written(value[0])}[]`;
  if (typeof value !== 'object' || value === null) return typeof value;
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${written(field)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

const table = readFileSync('docs/plugins.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| `\w+` +\|.*\| `\{.*\}.*` +\|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, component = '', schema = '', answer = '', required = '', optional = '']) => ({
    component: component.replaceAll('`', ''),
    schema,
    answer: answer.replaceAll('`', ''),
    required: required === '' ? [] : required.replaceAll('`', '').split(', '),
    optional: optional.replaceAll('`', '').split(', '),
  }));

describe('the table of the components', () => {
  it('has a row for each', () => expect(table.map(({ component }) => component)).toEqual(Object.keys(rows)));

  it.each(table)('says what $component takes and answers', ({ component, schema, answer, required, optional }) => {
    const { props, answer: sample, schema: own } = rows[component] as Row<never>;
    const listed = Object.entries(props as Record<string, string>);
    expect(required).toEqual(listed.filter(([, how]) => how === 'must').map(([name]) => name));
    expect(optional).toEqual(listed.filter(([, how]) => how === 'can').map(([name]) => name));
    expect(answer).toBe(written(sample));
    expect(schema).toContain(own === undefined ? 'ctx.elicit.url' : `\`${own.name}\` (${own.door})`);
    expect(own?.parse(sample) ?? sample).toEqual(sample);
  });
});
