import type { CardMessages } from '../elicit-card/words.ts';
import type { ChoiceListMessages } from '../choice-list/words.ts';
import type { ConfirmMessages } from '../confirm/words.ts';
import type { DialogMessages } from '../elicit-dialog/words.ts';
import type { FlightListMessages } from '../flight-list/words.ts';
import type { McpMessages } from '../mcp/words.ts';
import type { NoteMessages } from '../notes/words.ts';
import type { ReceiptMessages } from '../receipt/words.ts';
import type { SchemaFormMessages } from '../schema-form/words.ts';
import type { SeatPickerMessages } from '../seat-picker/words.ts';
import type { UrlConsentMessages } from '../url-consent/words.ts';

/**
 * Everything that the components say, in one language.
 *
 * What takes values is a function of them, so that every language puts them in its own order. Its last parameter,
 * `locale`, is for the numbers, plurals and lists in it: `messages.locale`, or the page's own locale where that is of
 * the same language.
 */
export interface ElicitMessages {
  /** The language of the words, as a BCP 47 tag. */
  readonly locale: string;
  /** The frame round every question. */
  readonly card: CardMessages;
  readonly flightList: FlightListMessages;
  readonly seatPicker: SeatPickerMessages;
  readonly confirm: ConfirmMessages;
  readonly choiceList: ChoiceListMessages;
  readonly schemaForm: SchemaFormMessages;
  readonly urlConsent: UrlConsentMessages;
  readonly dialog: DialogMessages;
  /** The line that stays of a question. */
  readonly receipt: ReceiptMessages;
  /** What an outlet says beside and about its questions. */
  readonly notes: NoteMessages;
  /** What is said of the calls of MCP servers. */
  readonly mcp: McpMessages;
}

/** The name of a group of messages. */
export type MessageGroup = Exclude<keyof ElicitMessages, 'locale'>;

/** Some messages in place of others: those that are not given stay as they are. */
export type ElicitMessageOverrides = { readonly locale?: string | undefined } & {
  readonly [Group in MessageGroup]?: Partial<ElicitMessages[Group]> | undefined;
};

/** What components take to speak another language. */
export interface LanguageProps {
  /**
   * A BCP 47 tag for money, numbers, dates and lists.
   *
   * @default that of `messages`, else the provider's, else the browser's own
   */
  locale?: string | undefined;
  /**
   * Words in place of the provider's, or of the English ones: all, or some. Keep the object outside of what renders
   * often: another object is another language.
   */
  messages?: ElicitMessageOverrides | undefined;
}
