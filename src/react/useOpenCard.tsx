import {
  createElement,
  Suspense,
  useCallback,
  useContext,
  useMemo,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import type { ElicitView, OpenItem } from '../client/elicit-item.ts';
import type { InjectedProps } from '../plugin/elicit-handler.ts';
import { plainText } from '../protocol/plain-text.ts';
import { ElicitCard, type ElicitCardProps } from '../ui/elicit-card/ElicitCard.tsx';
import type { CardMessages } from '../ui/elicit-card/words.ts';
import { FrameContext, LevelContext, type Frame } from '../ui/frame/frame.ts';
import type { LanguageProps } from '../ui/language/elicit-messages.ts';
import { problemText } from '../ui/notes/problem-text.ts';
import { useInert } from '../ui/parts/useInert.ts';
import type { Asker } from './asker.ts';
import { Boundary, useKept, type BoundaryProps } from './Boundary.tsx';
import { Note, type Notes } from './Note.tsx';
import { GenericForm, LazyPageItem } from './on-demand.tsx';
import type { PageItemProps } from './PageItem.tsx';
import type { ElicitFallback } from './session-context.ts';

interface OpenCardProps extends Required<Pick<BoundaryProps, 'onCrash' | 'onGone'>> {
  asker: Asker;
  notes: Notes;
  /** If the answer is being changed: the card's name, and what another answer costs. */
  revision: { readonly title: CardMessages['asks']; readonly cost: string | undefined } | undefined;
  fallback: ElicitFallback | undefined;
  onPageOpened: () => void;
}

/**
 * The card of a question, in a boundary that outlives it. A component that crashes is replaced by the question as a
 * title: the `ElicitCard` around it has the ways on.
 *
 * @param item - undefined while there is no card
 */
export function useOpenCard(item: OpenItem | undefined, props: OpenCardProps): ReactNode {
  const { asker, notes, revision, onCrash, onGone } = props;
  const messages = useKeepWords(notes.keep, revision?.title);
  const views = item === undefined ? [] : viewsOf(item, props);
  const kept = useKept(new Map(views.map((view) => [view.id, view])));
  // If a problem blocks handlers, the card itself says that nothing can ask.
  const isBlocked = item?.status === 'pending' && item.problem !== undefined;
  const drawn = kept.map(([key, view]) => (
    // Outlives the view, to catch what it throws as the next one of its handler replaces it.
    <Boundary key={`view ${key}`} onGone={onGone}>
      {view === undefined ? null : (
        <ViewFrame held={view.held} isLast={view === views.at(-1)} loading={notes.loading}>
          {view.shown}
        </ViewFrame>
      )}
    </Boundary>
  ));
  return (
    <Boundary
      onCrash={onCrash}
      onGone={onGone}
      fallback={(drawAgain, crashes) =>
        item && (
          <ElicitCard
            {...frameOf(item, props)}
            messages={messages}
            {...(item.status === 'pending' && { state: 'failed', onRetry: drawAgain })}
            {...(item.status !== 'failed' && { error: crashes > 1 ? notes.stillCrashed : notes.crashed })}
          >
            <CrashedCard title={plainText(item.message || asker.toolName)} />
          </ElicitCard>
        )
      }
    >
      {item === undefined ? null : (
        <ElicitCard
          {...frameOf(item, props)}
          messages={messages}
          message={item.message}
          progress={item.status === 'pending' ? item.progress : undefined}
          issues={item.issues}
          busy={!isBlocked}
        >
          {isBlocked && views.length === 0
            ? null
            : [revision?.cost && <Note key="cost" state="revisited" text={revision.cost} />, ...drawn]}
        </ElicitCard>
      )}
    </Boundary>
  );
}

interface ShownView {
  readonly id: string;
  /** It cannot be used now. While sending, the whole card is inert: leave its views alone to keep the focus. */
  readonly held: boolean;
  readonly shown: ReactNode;
}

/** The components of a question's handler, or what stands in for them. */
function viewsOf(item: OpenItem, { fallback, onPageOpened }: OpenCardProps): readonly ShownView[] {
  if (item.generic) {
    const shown = <GenericItem item={item} fallback={fallback} onPageOpened={onPageOpened} />;
    // A failed answer is sent again unchanged.
    return [{ id: 'generic', held: item.status === 'failed', shown }];
  }
  return item.views.map((view) => ({
    id: view.id,
    held: view.kind === 'render' && !view.active && item.status !== 'sending',
    shown: createElement(view.Component as ComponentType<object>, propsOf(item, view)),
  }));
}

interface ViewFrameProps extends Pick<ShownView, 'held'> {
  /** Of several components in one card, the last shows the answer's state. */
  isLast: boolean;
  /** Stands in for a component that loads. */
  loading: string;
  children: ReactNode;
}

/** The frame of one component. While it is held it cannot be used, so the card's own buttons return. */
function ViewFrame({ held, isLast, loading, children }: ViewFrameProps): ReactNode {
  const card = useContext(FrameContext);
  const [holders, setHolders] = useState(0);
  const take = card?.claim;
  const claim = useCallback<Frame['claim']>(
    (parts) => {
      const { message, issues, answer } = parts;
      const giveBack = take?.(held ? { message, issues, answer } : parts);
      if (answer) setHolders((count) => count + 1);
      return () => {
        giveBack?.();
        if (answer) setHolders((count) => count - 1);
      };
    },
    [take, held],
  );
  const frame = useMemo<Frame | undefined>(() => {
    if (card === undefined) return undefined;
    const onDecline = held && !card.failed ? undefined : card.onDecline;
    return { ...card, onDecline, answer: isLast ? card.answer : undefined, claim };
  }, [card, held, isLast, claim]);
  // A component of ours on a failed card disables itself, except for its buttons.
  const { body } = useInert(held && !(card?.failed === true && holders > 0));
  return (
    <div ref={body} data-elicit="elicit-view">
      <FrameContext.Provider value={frame}>
        <Suspense fallback={<p data-elicit="elicit-loading">{loading}</p>}>{children}</Suspense>
      </FrameContext.Provider>
    </div>
  );
}

interface GenericItemProps extends PageItemProps {
  fallback: ElicitFallback | undefined;
}

/** A question that no plugin asks: the host's fallback, otherwise a page to open or a form. */
function GenericItem({ item, fallback, onPageOpened }: GenericItemProps): ReactNode {
  const own = fallback?.(item);
  if (own !== undefined && own !== null && typeof own !== 'boolean') return own;
  if (item.request.mode === 'url') return <LazyPageItem item={item} onPageOpened={onPageOpened} />;
  const form = (
    <GenericForm
      asked={item.request}
      schema={item.request.plain ?? item.request.schema}
      submitLabel={item.submitLabel}
      state={item.status}
      issues={item.issues}
      draft={item.draft}
      answer={item.answer ?? (item.revises ? unknown : undefined)}
      onDraftChange={item.setDraft}
      onRespond={(...given) => {
        if (item.status === 'pending') item.accept(...given);
      }}
    />
  );
  const StandIn = item['~form'] as ComponentType<{ item: OpenItem; form: ReactNode }> | undefined;
  return StandIn ? <StandIn item={item} form={form} /> : form;
}

/** The answer of which nothing is known here: another tab gave it, or it is secret. */
const unknown = {};

function propsOf(item: OpenItem, view: ElicitView): object {
  if (view.kind === 'show') return view.props;
  const injected: InjectedProps<unknown> = {
    onRespond: view.answer,
    onDecline: () => {
      if (item.status !== 'sending') item.decline();
    },
    draft: view.draft,
    onDraftChange: view.setDraft,
    state: item.status,
    issues: item.issues,
  };
  return { ...view.props, ...injected };
}

/** What a card has whether or not it could be drawn. */
function frameOf(item: OpenItem, { asker, notes }: OpenCardProps): Omit<ElicitCardProps, 'children'> {
  const frame = { ...asker, state: item.status };
  // Keep the buttons in place, disabled, while sending.
  if (item.status === 'sending') return { ...frame, onDecline: ignore, onCancel: item.revises ? undefined : ignore };
  const ways = { ...frame, onDecline: () => item.decline(), onCancel: item.revises ? undefined : item.cancel };
  if (item.status === 'pending') return ways;
  return { ...ways, error: problemText(notes.problems, item.problem), onRetry: item.retry };
}

const ignore = () => undefined;

/**
 * The words of a card whose answer is being changed: every button that declines keeps the answer, and says so. `asks`
 * names the card: the next question is one of the same tool.
 */
function useKeepWords(keep: string, asks: CardMessages['asks'] | undefined): LanguageProps['messages'] {
  return useMemo(() => {
    if (asks === undefined) return undefined;
    const only = { without: keep };
    return { card: { decline: keep, asks }, schemaForm: { decline: keep }, flightList: only, seatPicker: only };
  }, [keep, asks]);
}

function CrashedCard({ title }: { title: string }): ReactNode {
  return (
    <div data-elicit="card">
      <div data-elicit="header">
        <span role="heading" aria-level={useContext(LevelContext)} data-elicit="title" dir="auto">
          {title}
        </span>
      </div>
    </div>
  );
}
