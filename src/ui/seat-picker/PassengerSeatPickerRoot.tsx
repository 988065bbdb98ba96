import {
  forwardRef,
  useId,
  useMemo,
  useState,
  type ComponentPropsWithoutRef,
  type ForwardedRef,
  type ReactNode,
} from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import type { ReceiptWords } from '../../protocol/receipt.ts';
import { formatMoney, isFree, sumMoney } from '../../travel/money.ts';
import { seatKey } from '../../travel/normalize-seat-map.ts';
import { disclosuresOf, type Passenger, type PickSeats, type Seat } from '../../travel/seat-map.ts';
import { adultsOnly, isYoung, seatFor, withSeats } from '../../travel/seat-for.ts';
import type { AsSent } from '../../travel/read-price.ts';
import { seatPassenger, type Seatings } from '../../travel/seatings.ts';
import { formatFacts } from '../../words/format.ts';
import { capitalized, told } from '../../words/word-for.ts';
import { useOwnWords } from '../language/language-context.ts';
import { silence } from '../parts/said.ts';
import { flightLine } from './flight-line.ts';
import { initialsOf } from './initials-of.ts';
import { SeatCard, type SeatCardOptions } from './SeatCard.tsx';
import type { SeatMark } from './seat-mark.ts';
import { SeatPickerPassengers } from './SeatPickerPassengers.tsx';
import { createMapView, refusalOf, type MapView, type SeatView } from './seat-views.ts';
import { passengerWords } from './passenger-words.ts';
import { useSeatMap } from './useSeatMap.ts';
import type { SeatPickerMessages } from './words.ts';

/** The seats chosen so far, which were not sent yet. */
export type PassengerSeatPickerDraft = PickSeats;

/** Options of a picker of several seats. */
export interface PassengerSeatPickerOptions extends SeatCardOptions {
  /** The passengers to seat. @default the map's own `passengers` */
  passengers?: readonly AsSent<Passenger>[] | undefined;
  /** Called when the person presses Confirm, with one selection for each passenger, in the order of the passengers. */
  onRespond: (answer: PickSeats, words?: ReceiptWords) => void;
  /** The `PassengerSeatPickerDraft` to start from. Any other value is ignored. */
  draft?: unknown;
  /** Called on every change with the value to pass back as `draft`. */
  onDraftChange?: ((draft: PassengerSeatPickerDraft) => void) | undefined;
}

/** Props of `SeatPickerParts.PassengerRoot`. */
export interface PassengerSeatPickerRootProps
  extends PassengerSeatPickerOptions, Omit<ComponentPropsWithoutRef<'div'>, keyof PassengerSeatPickerOptions> {}

/** Holds the seat map, the passengers and the answer. The parts of a seat picker inside draw them. */
export const PassengerSeatPickerRoot = forwardRef(function PassengerSeatPickerRoot(
  {
    passengers: given,
    flight,
    onRespond,
    draft,
    onDraftChange,
    locale: ownLocale,
    messages,
    ...card
  }: PassengerSeatPickerRootProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const id = useId();
  const { seatMap } = card;
  const { language, words } = useOwnWords({ locale: ownLocale, messages }, 'seatPicker', passengerWords);
  const { locale } = language;
  const people = useMemo(
    () => peopleOf(given ?? ('decks' in seatMap ? seatMap.passengers : undefined)),
    [given, seatMap],
  );
  const [wanted, setWanted] = useState<Seatings>(() => seatingsOf(draft));
  const { map, reasons, ...refused } = useSeatMap(card, ['selections'], (index) =>
    wanted.get(people[Number(index)]?.id ?? ''),
  );
  const nobody = useMemo(() => createMapView(map, { locale, words, refused: reasons }), [map, locale, words, reasons]);
  const views = useMemo(
    () =>
      new Map(
        people.map((person) => {
          const theirs = withSeats(nobody.map, (seat) => seatFor(seat, person));
          const whyNot = (seat: Seat) =>
            isYoung(person) && adultsOnly(seat) ? words.adultsOnly : words.notFor(person.name);
          return [person.id, createMapView(theirs, { locale, words, like: nobody, refused: reasons, whyNot })];
        }),
      ),
    [people, locale, words, nobody, reasons],
  );
  const [currentId, setCurrentId] = useState<string>();
  const [agreedTo, setAgreedTo] = useState('');
  const [said, setSaid] = useState(silence);

  const seatOf = (personId: string, key: string | undefined): SeatView | undefined => {
    const seat = views.get(personId)?.byKey.get(key ?? '');
    return seat?.seat.state === 'available' ? seat : undefined;
  };
  // Ignore a seat that is no longer available, or that a draft gives to two passengers.
  const seated = new Map<string, SeatView>();
  for (const { id: personId } of people) {
    const seat = seatOf(personId, wanted.get(personId));
    if (seat && ![...seated.values()].some(({ key }) => key === seat.key)) seated.set(personId, seat);
  }
  const standing = people.find(({ id: p }) => !seated.has(p));
  const current = people.find((person) => person.id === currentId) ?? standing ?? people[0];
  const view = views.get(current?.id ?? '') ?? nobody;

  const bothMarks = useMemo(
    () => new Map(people.map((person) => [person.id, marksOf(person, words)] as const)),
    [people, words],
  );
  const marks = new Map<string, SeatMark>();
  for (const [personId, { key }] of seated) {
    const mark = bothMarks.get(personId);
    if (mark) marks.set(key, personId === current?.id ? mark.own : mark.other);
  }

  const disclosures = [...new Set([...seated.values()].flatMap(({ seat }) => disclosuresOf(seat, words)))];
  const asked = [...seated].flatMap(([p, { key, seat }]) =>
    disclosuresOf(seat, words).length > 0 ? [`${p} ${key}`] : [],
  );
  const agreed = asked.length === 0 || agreedTo === asked.join();
  const done = people.length > 0 && standing === undefined;

  const toggle = (pressed: SeatView) => {
    const { designator, state: seatState } = pressed.seat;
    if (!current || seatState !== 'available') {
      return setSaid({ text: refusalOf(pressed, words) });
    }
    const before = new Map([...seated].map(([personId, { key }]) => [personId, key]));
    const next = seatPassenger(before, current.id, pressed.key, (personId, key) => seatOf(personId, key) !== undefined);
    const off = !next.has(current.id);
    setWanted(next);
    const count = words.seated(next.size, people.length, words.locale);
    const what = off ? words.unselectedOf(designator, count) : words.selectedFor(pressed.name, current.name, count);
    // Go on to the first passenger without a seat. If all have one, stay with the current passenger.
    const left = people.find((person) => !next.has(person.id));
    const moved = people.find(({ id: p }) => p !== current.id && next.has(p) && next.get(p) !== before.get(p));
    // Tell screen reader users what the passenger list shows: the other seat of a swap, and whose turn is next.
    const other = moved && seatOf(moved.id, next.get(moved.id))?.seat.designator;
    const elsewhere = moved && other && `${words.placeFor(other, moved.name)}.`;
    const whoseTurn = !off && left && words.seatFirst(left.name);
    setSaid({ text: told([what, elsewhere, whoseTurn]).join(' ') });
    setCurrentId(off ? current.id : (left ?? current).id);
    onDraftChange?.({ selections: selectionsOf(people, next, views) });
  };

  const commit = () => {
    if (card.state === 'sending') return;
    if (!done) {
      setCurrentId(standing?.id);
      return setSaid({ text: standing ? words.seatFirst(standing.name) : words.chooseFirst, shown: 'wrong' });
    }
    if (!agreed) return setSaid({ text: words.agreeFirst, shown: 'wrong' });
    setSaid(silence);
    // If a seat is refused, go on with the passenger who then has none.
    setCurrentId(undefined);
    const keys = new Map([...seated].map(([personId, { key }]) => [personId, key]));
    const title = people.map(({ id: p, name }) => `${name} ${seated.get(p)?.seat.designator}`).join(' · ');
    onRespond({ selections: selectionsOf(people, keys, views) }, { title });
  };

  const seats = [...seated.values()].map(({ seat }) => seat);
  const unpriced = seats.some(({ price }) => price === null);
  const total = unpriced ? undefined : sumMoney(seats.flatMap(({ price }) => price ?? []));

  const [only] = people.length === 1 ? seated.values() : [];
  const count = words.seated(seats.length, people.length, words.locale);

  return (
    <SeatCard
      component="passenger-seat-picker"
      {...card}
      ref={ref}
      language={language}
      issues={refused.rest}
      said={said.text || done ? said : refused.said}
      picker={{
        id,
        title: words.titleOfMany,
        locale,
        subtitle: flightLine(view.map, flight, words),
        view,
        chosenKey: current && seated.get(current.id)?.key,
        refusedKey: refused.said.at,
        marks,
        toggle,
        passengers: {
          list: <SeatPickerPassengers />,
          label: words.passengers,
          people,
          current,
          seatOf: (personId) => seated.get(personId),
          typeOf({ name, type }) {
            const word = type && words.travellerType(type);
            return word && `${name} `.startsWith(`${word} `) ? undefined : word;
          },
          placeFor: words.placeFor,
          rowsFrom(seat) {
            const others = people.flatMap((person) => {
              const theirs = person === current ? undefined : seated.get(person.id);
              const rows = theirs && theirs.key !== seat.key ? rowsBetween(view, theirs, seat) : undefined;
              return rows === undefined ? [] : { rows, name: person.name };
            });
            const [nearest] = others.toSorted((a, b) => Math.abs(a.rows) - Math.abs(b.rows));
            return nearest && words.rowsFrom(nearest.rows, nearest.name, words.locale);
          },
          turnTo(personId) {
            setCurrentId(personId);
            setSaid(silence);
          },
        },
        disclosures,
        agreed,
        agree: (yes) => setAgreedTo(yes ? asked.join() : ''),
        confirm: standing
          ? words.chooseFor(standing.name)
          : only
            ? words.commit(only.seat.designator)
            : words.commitMany(seats.length, words.locale),
        total:
          people.length > 1
            ? {
                price:
                  unpriced || (total && isFree(total))
                    ? capitalized(unpriced ? words.unpriced : words.noCharge, words.locale)
                    : total && formatMoney(total, locale),
                seated: formatFacts(words.locale, [total && words.total, count]),
              }
            : undefined,
        none: people.length > 1 ? '' : words.none,
        soldOut: ![nobody, ...views.values()].some(({ marks: on }) => on.has('available')),
        barred: current ? words.barredFor(current.name) : words.kinds.barred,
        lacks: done ? (agreed ? undefined : 'agreement') : 'seat',
        commit,
      }}
    />
  );
});

/** How many rows of seats `to` is behind `from`: negative if in front, undefined if on another deck. */
function rowsBetween({ decks }: MapView, from: SeatView, to: SeatView): number | undefined {
  for (const { rows } of decks) {
    const seated = rows.filter(({ seats }) => seats.length > 0);
    const [a, b] = [from, to].map(({ key }) => seated.findIndex(({ seats }) => seats.some((seat) => seat.key === key)));
    if (a !== undefined && b !== undefined && a >= 0 && b >= 0) return b - a;
  }
  return undefined;
}

function marksOf(person: Passenger, words: SeatPickerMessages): { own: SeatMark; other: SeatMark } {
  const mark = { initials: person.initials, owner: words.owner(person.name) };
  return { own: { ...mark, mine: true }, other: { ...mark, mine: false } };
}

// Limit this: each passenger gets a map view of their own.
const mostPeople = 200;

/** The passengers, with names that are safe to show. Of two with the same id, the first stays. */
function peopleOf(given: readonly AsSent<Passenger>[] | null | undefined): readonly Passenger[] {
  const seen = new Set<string>();
  return (given ?? [])
    .slice(0, mostPeople)
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .map((person) => ({
      ...person,
      type: person.type ?? undefined,
      name: plainText(person.name, 60),
      initials: plainText(person.initials ?? initialsOf(person.name), 2),
    }));
}

function selectionsOf(
  people: readonly Passenger[],
  seatings: Seatings,
  views: ReadonlyMap<string, MapView>,
): PickSeats['selections'] {
  return people.flatMap(({ id: passengerId }) => {
    const seat = views.get(passengerId)?.byKey.get(seatings.get(passengerId) ?? '')?.seat;
    return seat ? [{ passengerId, row: seat.row, seat: seat.seat }] : [];
  });
}

function seatingsOf(draft: unknown): Seatings {
  const { selections } = (draft ?? {}) as Record<string, unknown>;
  const given: unknown[] = Array.isArray(selections) ? selections : [];
  return new Map(
    given.flatMap((selection) => {
      const { passengerId, row, seat } = (selection ?? {}) as Record<string, unknown>;
      const isWhole = typeof passengerId === 'string' && typeof row === 'number' && typeof seat === 'string';
      return isWhole ? [[passengerId, seatKey({ row, seat })] as const] : [];
    }),
  );
}
