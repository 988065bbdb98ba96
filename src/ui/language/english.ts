import { words as card } from '../elicit-card/words.ts';
import { words as choiceList } from '../choice-list/words.ts';
import { words as confirm } from '../confirm/words.ts';
import { words as dialog } from '../elicit-dialog/words.ts';
import { words as fileDrop } from '../file-drop/words.ts';
import { words as flightList } from '../flight-list/words.ts';
import { words as inbox } from '../inbox/words.ts';
import { words as mcp } from '../mcp/words.ts';
import { words as notes } from '../notes/words.ts';
import { words as pickRows } from '../pick-rows/words.ts';
import { words as pickDates } from '../pick-dates/words.ts';
import { words as receipt } from '../receipt/words.ts';
import { words as reviewCall } from '../review-call/words.ts';
import { words as reviewText } from '../review-text/words.ts';
import { words as schemaForm } from '../../form/words.ts';
import { passengerWords as seatPicker } from '../seat-picker/passenger-words.ts';
import { words as urlConsent } from '../url-consent/words.ts';
import type { ElicitMessages } from './elicit-messages.ts';

/** The default messages of the components. Start a translation from these. */
export const english: ElicitMessages = {
  locale: 'en',
  card,
  flightList,
  seatPicker,
  confirm,
  choiceList,
  pickRows,
  reviewCall,
  pickDates,
  reviewText,
  fileDrop,
  schemaForm,
  urlConsent,
  dialog,
  receipt,
  notes,
  inbox,
  mcp,
};
