import { Content, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog';
import { setNonce } from 'get-nonce';
import {
  forwardRef,
  useCallback,
  useEffect,
  useId,
  useInsertionEffect,
  useMemo,
  useRef,
  useState,
  type ForwardedRef,
  type ReactNode,
} from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import { Asker, AskerName, CancelMenu } from '../elicit-card/Asker.tsx';
import { words as cardEnglish } from '../elicit-card/words.ts';
import { DialogTitleContext, FrameContext, type CardTitle, type Frame } from '../frame/frame.ts';
import { useClaims } from '../frame/useClaims.ts';
import type { LanguageProps } from '../language/elicit-messages.ts';
import { LanguageContext, useOwnWords } from '../language/language-context.ts';
import { wordsOf } from '../language/language.ts';
import type { AnswerState } from '../parts/answer-state.ts';
import { dot } from '../parts/FactLine.tsx';
import { keyOf } from '../parts/key-of.ts';
import { Message } from '../parts/Message.tsx';
import { loopTab } from './loop-tab.ts';
import { surroundingsOf, useThemeOf, type Surroundings } from './surroundings.ts';
import { useDiscardStep } from './useDiscardStep.ts';
import { words as english } from './words.ts';

/** Where a dialog is placed in its page. */
export interface ElicitDialogOptions {
  /** The dialog's class. */
  className?: string | undefined;
  /** The nonce, if the page's content security policy needs one: a `<style>` element stops the page from scrolling. */
  nonce?: string | undefined;
  /**
   * The element to place it in. One inside a shadow root is ignored, because the dialog cannot keep focus there.
   *
   * @default document.body
   */
  container?: HTMLElement | null | undefined;
}

/** Props of `ElicitDialog`. */
export interface ElicitDialogProps extends ElicitDialogOptions, LanguageProps {
  /**
   * The tool that asks, or the subject. It stands in the bar and names the dialog. If the card inside has a title, that
   * names the dialog instead, and the bar leaves this one out if both are equal.
   */
  title: string;
  /** Your name for the server or assistant that runs the tool. Follows the title. */
  by?: string | undefined;
  /**
   * Whether a server other than your own runs the tool. The bar then marks it.
   *
   * @default false
   */
  isOther?: boolean | undefined;
  /** The position among several questions, such as "1 of 2". */
  step?: string | undefined;
  /** The question. It is the dialog's accessible description. */
  message?: string | undefined;
  /**
   * Whether the content shows the message itself. Then the dialog only exposes it to screen readers.
   *
   * @default false
   */
  quietMessage?: boolean | undefined;
  /**
   * The state of the answer. While it is `sending`, the person cannot leave the dialog.
   *
   * @default "pending"
   */
  state?: AnswerState | undefined;
  /**
   * Whether the input is kept as a draft. Putting the question aside then loses nothing, but cancelling it does.
   *
   * @default false
   */
  hasDraft?: boolean | undefined;
  /**
   * Puts the question aside. Escape, the button in the corner and a click outside call it. If fields have input that is
   * not kept as a draft, the dialog asks first. Without `onAside` these three ask whether to cancel.
   */
  onAside?: (() => void) | undefined;
  /**
   * Called when the person cancels: in the bar's menu or, without `onAside`, by leaving the dialog. Without it there is
   * no menu.
   */
  onCancel?: (() => void) | undefined;
  /**
   * A button below the bar that leads to an earlier answer. If fields have input that is not kept as a draft, the dialog
   * asks first. `isBack`: the person comes back from there, so the button has the focus at first.
   */
  earlier?: { label: string; onOpen: () => void; isBack?: boolean | undefined } | undefined;
  /** The component that asks. */
  children?: ReactNode;
}

/**
 * Asks in a dialog, which is open while it is mounted: in the middle of the page, or at the bottom edge on a phone.
 *
 * It keeps the focus, and gives it back when it unmounts.
 */
export const ElicitDialog = forwardRef(function ElicitDialog(
  {
    title,
    by,
    isOther = false,
    step,
    message,
    quietMessage = false,
    state = 'pending',
    hasDraft = false,
    onAside,
    onCancel,
    earlier,
    children,
    className,
    nonce,
    container: wanted,
    locale,
    messages,
  }: ElicitDialogProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const id = useId();
  const { language, words } = useOwnWords({ locale, messages }, 'dialog', english);
  const card = wordsOf(language, 'card', cardEnglish);
  const container = wanted?.getRootNode() instanceof ShadowRoot ? null : wanted;
  const [around, setAround] = useState<Surroundings>();
  const place = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return;
      setAround((known) => known ?? surroundingsOf(element, container ?? element.ownerDocument.body));
    },
    [container],
  );
  const theme = useThemeOf(around?.themed);
  const [leaving, setLeaving] = useState<'aside' | 'earlier'>();
  const sending = state === 'sending';
  const isAsking = leaving !== undefined && !sending;
  const { body, keep } = useDiscardStep(isAsking);
  const dialog = useRef<HTMLDivElement | null>(null);
  const way = useRef<HTMLButtonElement>(null);
  const setDialog = useCallback(
    (element: HTMLDivElement | null) => {
      dialog.current = element;
      if (typeof ref === 'function') ref(element);
      else if (ref !== null) ref.current = element;
    },
    [ref],
  );
  const isTouched = useRef(false);
  useReturnOfFocus(around?.focused);
  // Set this before Radix creates its style element, which takes the nonce from `get-nonce`.
  useInsertionEffect(() => {
    if (nonce !== undefined) setNonce(nonce);
  }, [nonce]);

  const shown = message && !quietMessage ? message : undefined;
  const [own, claim] = useClaims();
  const frame = useMemo<Frame>(
    () => ({ message: shown, sending: false, failed: false, hasAsker: true, claim }),
    [shown, claim],
  );
  const [titles, setTitles] = useState<readonly CardTitle[]>([]);
  const tellTitle = useCallback((given: CardTitle) => {
    setTitles((before) => [...before, given]);
    return () => setTitles((before) => before.filter((one) => one !== given));
  }, []);
  const named = titles.at(-1);
  const heading = plainText(title, 200);
  const isTwice = named?.text === heading;
  const isAsked = message !== undefined && named?.text === plainText(message);
  const [isLost, setLost] = useState(false);
  const waysOut = { aside: onAside, earlier: earlier?.onOpen };
  const leave = (to: keyof typeof waysOut = 'aside') => {
    if (sending) return;
    if (isAsking) return setLeaving(undefined);
    const out = waysOut[to];
    const isKept =
      out === undefined ? !isTouched.current && !hasDraft && state !== 'failed' : hasDraft || !isTouched.current;
    if (out !== undefined && isKept) return out();
    setLost(!isKept);
    setLeaving(to);
  };

  return (
    <>
      <span ref={place} hidden />
      {around && (
        <Root open onOpenChange={() => leave()}>
          <Portal container={container ?? null}>
            <Overlay data-elicit="dialog-overlay" data-theme={theme} dir={around.dir}>
              <Content
                ref={setDialog}
                className={className}
                data-elicit-root=""
                data-elicit="elicit-dialog"
                data-state={isAsking ? 'leaving' : state}
                {...(named && { 'aria-labelledby': step ? `${named.id} ${id}-step` : named.id })}
                aria-describedby={message && !isAsked ? `${id}-message` : undefined}
                onOpenAutoFocus={(event) => {
                  // Focus the dialog itself, so that a key that was meant for something else cannot press a button.
                  event.preventDefault();
                  (earlier?.isBack ? way : dialog).current?.focus({ preventScroll: true });
                }}
                onKeyDownCapture={loopTab}
                onEscapeKeyDown={(event) => {
                  // This Escape ends an IME composition or closes the menu, not the dialog.
                  const isInMenu = dialog.current?.querySelector('[data-elicit="more-ways"][aria-expanded="true"]');
                  if (keyOf(event) !== 'Escape' || isInMenu) event.preventDefault();
                }}
              >
                <div data-elicit="dialog-header">
                  <Asker
                    title={heading}
                    isOther={isOther}
                    heading={
                      <Title data-elicit="dialog-title" hidden={isTwice && !step}>
                        {!isTwice && <AskerName title={heading} by={by} />}
                        {step && (
                          <>
                            {!isTwice && dot}
                            <bdi id={`${id}-step`} data-elicit="dialog-step">
                              {step}
                            </bdi>
                          </>
                        )}
                      </Title>
                    }
                  />
                </div>
                {earlier && (
                  <div data-elicit="dialog-earlier" hidden={isAsking}>
                    <button
                      ref={way}
                      type="button"
                      data-elicit="change"
                      dir="auto"
                      aria-disabled={sending}
                      onClick={() => leave('earlier')}
                    >
                      {plainText(earlier.label, 200)}
                    </button>
                  </div>
                )}
                <div ref={body} data-elicit="dialog-body" onInput={() => void (isTouched.current = true)}>
                  {message && (
                    <Message
                      key={message}
                      id={`${id}-message`}
                      text={plainText(message)}
                      hidden={quietMessage || own.message}
                      words={card}
                    />
                  )}
                  <LanguageContext.Provider value={language}>
                    <DialogTitleContext.Provider value={tellTitle}>
                      <FrameContext.Provider value={frame}>{children}</FrameContext.Provider>
                    </DialogTitleContext.Provider>
                  </LanguageContext.Provider>
                </div>
                {isAsking && (
                  <div role="group" aria-labelledby={`${id}-discard`} data-elicit="discard">
                    <p data-elicit="" id={`${id}-discard`} dir="auto">
                      {isLost ? words.discardMessage : words.cancelMessage}
                    </p>
                    <button ref={keep} type="button" data-elicit="keep" onClick={() => leave()}>
                      {words.keep}
                    </button>
                    <button
                      type="button"
                      data-elicit="discard-answer"
                      onClick={() => {
                        setLeaving(undefined);
                        (waysOut[leaving] ?? onCancel)?.();
                      }}
                    >
                      {isLost ? words.discard : words.cancel}
                    </button>
                  </div>
                )}
                {/* Last, so that screen readers and keys come to the question first. They stand in the bar. */}
                <div data-elicit="dialog-ways">
                  {onAside && onCancel && !isAsking && (
                    <CancelMenu title={heading} words={card} sending={sending} onCancel={onCancel} />
                  )}
                  <button
                    type="button"
                    data-elicit="dialog-close"
                    aria-label={words.close}
                    aria-disabled={sending}
                    hidden={isAsking}
                    onClick={() => leave()}
                  />
                </div>
              </Content>
            </Overlay>
          </Portal>
        </Root>
      )}
    </>
  );
});

/** Give the focus back on unmount, unless another element has it. A removed or hidden element does not take it. */
function useReturnOfFocus(to: HTMLElement | undefined): void {
  useEffect(() => {
    if (to === undefined) return;
    return () => {
      const { activeElement, body } = to.ownerDocument;
      if (activeElement === null || activeElement === body) to.focus({ preventScroll: true });
    };
  }, [to]);
}
