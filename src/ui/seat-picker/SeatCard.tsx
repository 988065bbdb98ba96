import { useContext, useState, type ReactNode } from 'react';
import type { ElicitIssue } from '../../protocol/elicit-request.ts';
import { FrameContext } from '../frame/frame.ts';
import type { AnswerState } from '../parts/answer-state.ts';
import { CardFooter } from '../parts/CardFooter.tsx';
import { CardHeader } from '../parts/CardHeader.tsx';
import { CardNotice } from '../parts/CardNotice.tsx';
import { Issues } from '../parts/Issues.tsx';
import { Message } from '../parts/Message.tsx';
import { StatusLine } from '../parts/StatusLine.tsx';
import { useInert } from '../parts/useInert.ts';
import { Disclosures } from './Disclosures.tsx';
import { SeatDecks } from './SeatDecks.tsx';
import { SeatLegend } from './SeatLegend.tsx';
import type { SeatMarks } from './seat-mark.ts';
import { SeatSelect } from './SeatSelect.tsx';
import type { MapView, SeatView } from './seat-views.ts';
import { words } from './words.ts';

/** What the pickers of one seat and of several have in common. */
export interface SeatCardOptions {
  /** What the person is asked. */
  message?: string | undefined;
  /** With it the card has a Skip button. */
  onDecline?: (() => void) | undefined;
  /** @default "pending" */
  state?: AnswerState | undefined;
  /** What was wrong with the last answer. */
  issues?: readonly ElicitIssue[] | undefined;
  /** The map is still being fetched: its place is drawn empty. */
  loading?: boolean | undefined;
  /** Why there is no map to show. */
  error?: string | undefined;
  /** With it an error comes with a button to try again. */
  onReload?: (() => void) | undefined;
  /** Why no seat can be chosen now, such as "Seats are given out at check-in.": the map is there to look at. */
  disabled?: string | undefined;
  className?: string | undefined;
}

interface SeatCardProps extends SeatCardOptions {
  id: string;
  part: string;
  title: string;
  subtitle: string;
  view: MapView;
  /** The seat of the person who is choosing now. */
  chosenKey: string | undefined;
  marks: SeatMarks;
  onToggle: (seat: SeatView) => void;
  /** Stands under the header: who is to be seated. */
  chips?: ReactNode;
  disclosures: readonly string[];
  agreed: boolean;
  onAgree: (agreed: boolean) => void;
  summary: ReactNode;
  ready: boolean;
  onCommit: () => void;
  said: { text: string; quiet: boolean };
}

/** The card that seats are picked on; it draws, and its owner knows. */
export function SeatCard(props: SeatCardProps): ReactNode {
  const { id, view, chosenKey, marks, onToggle, message, state = 'pending', issues, said } = props;
  const { loading, error, disabled, agreed, disclosures } = props;
  const frame = useContext(FrameContext);
  const [asList, setAsList] = useState(false);
  const { body, holder } = useInert(state === 'sending' && !frame?.sending);

  const failed = state === 'failed' && !frame?.failed;
  const sending = state === 'sending' && !frame?.sending;
  const status = sending ? words.sending : said.text || (failed ? words.failed : '');
  const missing = loading || error !== undefined;
  // A plain list comes first for the keyboard, for who would rather not walk a map.
  const Chooser = asList && view.hasAvailable ? SeatSelect : SeatDecks;
  const describedBy = [
    message && frame?.message !== message && `${id}-message`,
    issues?.length && (frame?.issuesId ?? `${id}-issues`),
  ]
    .filter(Boolean)
    .join(' ');

  return (
    <div
      ref={holder}
      tabIndex={-1}
      className={props.className}
      aria-busy={loading || undefined}
      data-elicit-root=""
      data-part={props.part}
      data-state={state}
    >
      <Message id={`${id}-message`} text={message} />
      <div data-part="card" role="group" aria-labelledby={`${id}-header`} aria-describedby={describedBy || undefined}>
        <div ref={body} data-part="card-body">
          <Issues id={`${id}-issues`} issues={issues} />
          <div data-part="header">
            <div id={`${id}-header`} data-part="heading">
              <CardHeader title={props.title} subtitle={props.subtitle} />
            </div>
            {view.hasAvailable && !missing && (
              <button type="button" data-part="view-switch" onClick={() => setAsList(!asList)}>
                {asList ? words.toMap : words.toList}
              </button>
            )}
          </div>
          {missing ? (
            <CardNotice
              loading={loading ? words.loading : undefined}
              error={error}
              reload={words.reload}
              onReload={props.onReload}
              skeleton={skeleton}
            />
          ) : (
            <>
              {props.chips}
              {Chooser === SeatDecks && <SeatLegend view={view} chosen={marks.size > 0} />}
              <Chooser view={view} chosenKey={chosenKey} marks={marks} onToggle={onToggle} />
            </>
          )}
          <div data-part="dock">
            {disclosures.length > 0 && <Disclosures texts={disclosures} agreed={agreed} onChange={props.onAgree} />}
            <CardFooter
              summary={disabled !== undefined || view.hasAvailable || missing ? props.summary : words.empty}
              commit={failed ? words.again : words.commit}
              ready={props.ready}
              onCommit={props.onCommit}
              skip={words.skip}
              onSkip={props.onDecline}
            />
          </div>
        </div>
        <StatusLine text={status} busy={sending} quiet={!sending && said.text !== '' && said.quiet} />
      </div>
    </div>
  );
}

const skeleton = (
  <div data-part="map" data-state="loading">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <span key={key} data-part="bone" data-kind="row" />
    ))}
  </div>
);
