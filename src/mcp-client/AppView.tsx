import { useContext, useRef, useState, type ReactNode } from 'react';
import type { OpenItem } from '../client/elicit-item.ts';
import { elicitResultSchema, type ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonObject } from '../protocol/json.ts';
import { plainText } from '../protocol/plain-text.ts';
import { FrameContext } from '../ui/frame/frame.ts';
import { Button } from '../ui/kit/Button.tsx';
import { Footer } from '../ui/kit/Footer.tsx';
import { Notice } from '../ui/kit/Notice.tsx';
import { useWords } from '../ui/language/language-context.ts';
import { useStable } from '../ui/parts/useStable.ts';
import { words as mcpEnglish } from '../ui/mcp/words.ts';
import { AppFrame } from './AppFrame.tsx';
import { useApp, type ShownApp } from './useApp.ts';

/** The app of a question. */
export interface QuestionApp extends ShownApp {
  /** The question as its server sent it. */
  readonly params: JsonObject;
  readonly serverName: string;
  /** Whether an answer is one that the question asks for. */
  readonly fits: (content: unknown) => boolean;
  /** Why the form asks in its place, also the next time that this is asked in the call. */
  readonly left: () => WhyLeft | undefined;
  readonly leave: (why: WhyLeft) => void;
  /** Tell the host why the form took its place. */
  readonly onFail: (why: unknown) => void;
}

/** The person chose the form, or the app failed. */
export type WhyLeft = 'chosen' | 'failed';

export interface AppViewProps {
  item: OpenItem;
  /** Asks the same. */
  form: ReactNode;
  app: QuestionApp;
}

/**
 * A question's app in its frame, with a button for the form that asks the same. The form takes its place if it does not
 * come up, breaks a rule of its frame or answers what was not asked. Skip is ours, and outside of the frame.
 */
export function AppView({ item, form, app }: AppViewProps): ReactNode {
  const words = useWords('mcp', mcpEnglish);
  const skip = useContext(FrameContext)?.onDecline;
  const [left, setLeft] = useState(app.left());
  const place = useRef<HTMLDivElement>(null);
  /** The app goes: what it does from then on counts no more. */
  const going = useRef<Promise<void>>(undefined);
  const name = plainText(app.serverName, 120);
  const title = words.appOf(name);

  function afterApp(act: () => void): void {
    going.current ??= shown.leave();
    void going.current.then(act);
  }
  function showForm(why: WhyLeft): void {
    // Move the focus first: what has it is removed, and would lose it.
    if (place.current?.contains(document.activeElement)) place.current.focus();
    app.leave(why);
    setLeft(why);
  }
  function onFail(why: unknown): void {
    if (going.current !== undefined) return;
    going.current = Promise.resolve();
    app.onFail(why);
    showForm('failed');
  }
  function take(given: unknown): void {
    if (going.current !== undefined) return undefined;
    const { data: result } = elicitResultSchema.safeParse(given);
    if (result === undefined || (result.action === 'accept' && !app.fits(result.content))) {
      return onFail(new Error('It answered what was not asked.'));
    }
    return afterApp(() => answer(result));
  }
  // The item of the moment in which it answers.
  const answer = useStable((result: ElicitResult<unknown>): void => {
    if (item.status !== 'pending') return undefined;
    if (result.action === 'accept') return item.accept(result.content);
    return result.action === 'decline' ? item.decline() : item.cancel();
  });
  const shown = useApp(app, {
    title,
    isOver: left !== undefined,
    onShown: (frame) => void frame.request('elicitation/create', app.params).then(take, onFail),
    onFail,
  });

  if (left !== undefined) {
    return (
      <div ref={place} data-elicit-root="" data-elicit="app" tabIndex={-1}>
        {left === 'failed' && (
          <Notice role="alert" style={{ marginBlockEnd: 8 }}>{`${words.appFailed(name)} ${words.formInstead}`}</Notice>
        )}
        {form}
      </div>
    );
  }
  return (
    <div ref={place} data-elicit-root="" data-elicit="app" tabIndex={-1}>
      <AppFrame title={title} serverName={name} app={shown}>
        <Footer onSkip={skip && (() => afterApp(skip))}>
          <Button kind="quiet" onClick={() => afterApp(() => showForm('chosen'))}>
            {words.useForm}
          </Button>
        </Footer>
      </AppFrame>
    </div>
  );
}
