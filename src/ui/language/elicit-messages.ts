import type { CardMessages } from '../elicit-card/words.ts';
import type { ChoiceListMessages } from '../choice-list/words.ts';
import type { ConfirmMessages } from '../confirm/words.ts';
import type { DialogMessages } from '../elicit-dialog/words.ts';
import type { FileDropMessages } from '../file-drop/words.ts';
import type { FlightListMessages } from '../flight-list/words.ts';
import type { InboxMessages } from '../inbox/words.ts';
import type { McpMessages } from '../mcp/words.ts';
import type { NoteMessages } from '../notes/words.ts';
import type { PickRowsMessages } from '../pick-rows/words.ts';
import type { PickDatesMessages } from '../pick-dates/words.ts';
import type { ReceiptMessages } from '../receipt/words.ts';
import type { ReviewCallMessages } from '../review-call/words.ts';
import type { ReviewTextMessages } from '../review-text/words.ts';
import type { SchemaFormMessages } from '../../form/words.ts';
import type { SeatPickerMessages } from '../seat-picker/words.ts';
import type { UrlConsentMessages } from '../url-consent/words.ts';

/**
 * Every text of the components, in one language.
 *
 * Messages with values are functions, so that each language can order the values its own way. The last parameter,
 * `locale`, formats their numbers, plurals and lists. It is the page's locale if that is of the same language, else
 * `messages.locale`.
 */
export interface ElicitMessages {
  /** The language of the messages, as a BCP 47 tag. */
  readonly locale: string;
  /** The frame around every question. */
  readonly card: CardMessages;
  readonly flightList: FlightListMessages;
  readonly seatPicker: SeatPickerMessages;
  readonly confirm: ConfirmMessages;
  readonly choiceList: ChoiceListMessages;
  readonly pickRows: PickRowsMessages;
  readonly reviewCall: ReviewCallMessages;
  readonly pickDates: PickDatesMessages;
  readonly reviewText: ReviewTextMessages;
  readonly fileDrop: FileDropMessages;
  readonly schemaForm: SchemaFormMessages;
  readonly urlConsent: UrlConsentMessages;
  readonly dialog: DialogMessages;
  /** The receipt that remains of a question. */
  readonly receipt: ReceiptMessages;
  /** The texts that an outlet shows around its questions. */
  readonly notes: NoteMessages;
  /** The list of what waits for a person. */
  readonly inbox: InboxMessages;
  /** The texts about calls of MCP servers. */
  readonly mcp: McpMessages;
}

/** The name of a group of messages. */
export type MessageGroup = Exclude<keyof ElicitMessages, 'locale'>;

/** Some messages to replace. The others stay as they are. */
export type ElicitMessageOverrides = { readonly locale?: string | undefined } & {
  readonly [Group in MessageGroup]?: Partial<ElicitMessages[Group]> | undefined;
};

/** The language props that every component takes. */
export interface LanguageProps {
  /**
   * A BCP 47 tag for money, numbers, dates and lists.
   *
   * @default the locale of `messages`, else the provider's, else the browser's own
   */
  locale?: string | undefined;
  /**
   * All or some messages, in place of the provider's or the English ones. Keep the object outside of components that
   * render often: a new object counts as a new language.
   */
  messages?: ElicitMessageOverrides | undefined;
}
