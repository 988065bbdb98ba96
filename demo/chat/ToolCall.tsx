import { ElicitOutlet, usePluginSession } from 'elicitkit';
import type { ToolActivity } from 'elicitkit/client';
import type { ReactNode } from 'react';
import { readTicket } from '../book-flight/ticket.ts';
import { readTrip } from '../book-trip/trip.ts';
import { CardOutcome } from '../pick-card/CardOutcome.tsx';
import { readOutcome } from '../pick-card/outcome.ts';
import { readPlan } from '../plan-trip/plan.ts';
import { TripPlan } from '../plan-trip/TripPlan.tsx';
import { readGame } from '../tic-tac-toe/game.ts';
import { GameOver } from '../tic-tac-toe/GameOver.tsx';
import { BoardingPass } from './BoardingPass.tsx';
import { AlertIcon, DashIcon } from './icons.tsx';
import { Itinerary } from './Itinerary.tsx';
import { toolTitles } from './tool-titles.ts';

/** A tool call at its place in the conversation: its question, progress and outcome. */
export function ToolCall({ callId }: { callId: string }): ReactNode {
  const call = usePluginSession(({ calls }) => calls.find((known) => known.callId === callId));
  // Number the calls: two calls of one tool need different landmark names.
  const number = usePluginSession(({ calls }) => calls.findIndex((known) => known.callId === callId) + 1);
  return (
    <section className="tool-call" aria-label={call && `${titleOf(call)}, call ${number}`}>
      <ElicitOutlet callId={callId} headingLevel={2} />
      {call && <Outcome call={call} />}
    </section>
  );
}

function Outcome({ call }: { call: ToolActivity }): ReactNode {
  switch (call.status) {
    case 'waiting':
      // The question says it all.
      return null;
    case 'running':
      return <Activity state="running">{call.progress?.message ?? `${titleOf(call)}…`}</Activity>;
    case 'failed':
      return <Activity state="failed">{`“${titleOf(call)}” did not work.`}</Activity>;
    case 'aborted':
      return <Activity state="stopped">Stopped</Activity>;
    case 'completed': {
      const ticket = readTicket(call.content ?? '');
      if (ticket) return <BoardingPass ticket={ticket} />;
      const trip = readTrip(call.content ?? '');
      if (trip) return <Itinerary trip={trip} />;
      const plan = readPlan(call.content ?? '');
      if (plan) return <TripPlan plan={plan} />;
      const game = readGame(call.content ?? '');
      if (game) return <GameOver game={game} />;
      const outcome = readOutcome(call.content ?? '');
      if (outcome) return <CardOutcome outcome={outcome} />;
      return call.toolName.startsWith('book_') ? <Activity state="stopped">Nothing booked</Activity> : null;
    }
  }
}

function titleOf({ toolName }: ToolActivity): string {
  return toolTitles[toolName] ?? toolName;
}

function Activity({ state, children }: { state: 'running' | 'failed' | 'stopped'; children: string }): ReactNode {
  return (
    <p className="activity" data-state={state}>
      {state === 'running' ? <span className="spinner" /> : state === 'failed' ? <AlertIcon /> : <DashIcon />}
      {children}
    </p>
  );
}
