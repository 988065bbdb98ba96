import { Content, Description, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog';
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
import { Asker, AskerName, dot } from '../elicit-card/Asker.tsx';
import { words as cardEnglish } from '../elicit-card/words.ts';
import { DialogTitleContext, FrameContext, type CardTitle, type Frame } from '../frame/frame.ts';
import { useClaims } from '../frame/useClaims.ts';
import type { LanguageProps } from '../language/elicit-messages.ts';
import { LanguageContext, useLanguage } from '../language/language-context.ts';
import { wordsOf } from '../language/language.ts';
import type { AnswerState } from '../parts/answer-state.ts';
import { surroundingsOf, type Surroundings } from './surroundings.ts';
import { useDiscardStep } from './useDiscardStep.ts';
import { words as english } from './words.ts';

/** How a dialog stands in its page, and what its own buttons say. */
export interface ElicitDialogOptions extends LanguageProps {
  /** Of the dialog. */
  className?: string | undefined;
  /** The page's nonce, where its content security policy asks for one: scrolling is held by a `<style>` element. */
  nonce?: string | undefined;
  /**
   * Where in the document it is put. One within a shadow root is not taken, for the focus could not be kept there.
   *
   * @default document.body
   */
  container?: HTMLElement | null | undefined;
  /**
   * The name of the button in the corner.
   *
   * @default "Close"
   */
  closeLabel?: string | undefined;
  /**
   * Asked before something that was entered is lost.
   *
   * @default "Discard your answer?"
   */
  discardMessage?: string | undefined;
  /**
   * The button that loses it.
   *
   * @default "Discard"
   */
  discardLabel?: string | undefined;
  /**
   * The button that goes back to it.
   *
   * @default "Keep"
   */
  keepLabel?: string | undefined;
}

/** Props of `ElicitDialog`. */
export interface ElicitDialogProps extends ElicitDialogOptions {
  /**
   * Which tool asks, or what it is about; in the bar. A title of the card inside names the dialog, and the bar leaves out
   * the same one; where there is none, this one does.
   */
  title: string;
  /** Your name for what runs the tool; after the title. */
  by?: string | undefined;
  /**
   * Another server than your own runs it: the bar has its mark.
   *
   * @default false
   */
  isOther?: boolean | undefined;
  /** Which of several questions it is, such as "1 of 2". */
  step?: string | undefined;
  /** What the person is asked; it describes the dialog. */
  message?: string | undefined;
  /**
   * What stands in the dialog shows the message itself: here it is only read out.
   *
   * @default false
   */
  quietMessage?: boolean | undefined;
  /**
   * While it is `sending` the dialog cannot be left.
   *
   * @default "pending"
   */
  state?: AnswerState | undefined;
  /**
   * What was entered is kept as a draft: putting the question aside loses nothing, and cancelling it would.
   *
   * @default false
   */
  hasDraft?: boolean | undefined;
  /**
   * Called by Escape, the button in the corner and a click outside: the question is to wait. The dialog asks first where
   * something was typed or chosen in fields and is no draft. Without `onAside` those three cancel, and ask before it.
   */
  onAside?: (() => void) | undefined;
  /** Called when the question is cancelled: in the menu of the bar, or, without `onAside`, by leaving the dialog. */
  onCancel: () => void;
  /** What asks. */
  children?: ReactNode;
}

/**
 * Asks in a dialog, open while it is mounted: in the middle of the page, or from its bottom edge on a phone.
 *
 * The focus stays in it, and returns to where the person was when it is unmounted.
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
    children,
    className,
    nonce,
    container: wanted,
    locale,
    messages,
    closeLabel,
    discardMessage,
    discardLabel,
    keepLabel,
  }: ElicitDialogProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const id = useId();
  const language = useLanguage({ locale, messages });
  const words = wordsOf(language, 'dialog', english);
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
  const [wasAsked, setWasAsked] = useState(false);
  const sending = state === 'sending';
  const isAsking = wasAsked && !sending;
  const { body, keep } = useDiscardStep(isAsking);
  const dialog = useRef<HTMLDivElement | null>(null);
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
  // Before Radix makes its style element, which takes the nonce from there.
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
  const [isLost, setLost] = useState(false);
  const leave = () => {
    if (sending) return;
    if (isAsking) return setWasAsked(false);
    const isKept =
      onAside === undefined ? !isTouched.current && !hasDraft && state !== 'failed' : hasDraft || !isTouched.current;
    if (onAside !== undefined && isKept) return onAside();
    setLost(!isKept);
    setWasAsked(true);
  };

  return (
    <>
      <span ref={place} hidden />
      {around && (
        <Root open onOpenChange={leave}>
          <Portal container={container ?? null}>
            <Overlay data-part="dialog-overlay" data-theme={around.theme} dir={around.dir}>
              <Content
                ref={setDialog}
                className={className}
                data-elicit-root=""
                data-part="elicit-dialog"
                data-state={isAsking ? 'leaving' : state}
                {...(named && { 'aria-labelledby': step ? `${named.id} ${id}-step` : named.id })}
                onOpenAutoFocus={(event) => {
                  // On the dialog itself: a key that was meant for what the person was typing answers nothing.
                  event.preventDefault();
                  dialog.current?.focus({ preventScroll: true });
                }}
                onEscapeKeyDown={(event) => {
                  // That one ends the writing of a word, or closes the menu, and not the dialog.
                  const isInMenu = dialog.current?.querySelector('[data-part="more-ways"][aria-expanded="true"]');
                  if (event.isComposing || isInMenu) event.preventDefault();
                }}
              >
                <div data-part="dialog-header">
                  <Asker
                    title={heading}
                    isOther={isOther}
                    words={card}
                    onCancel={onAside && !isAsking ? onCancel : undefined}
                    sending={sending}
                    heading={
                      <Title data-part="dialog-title" hidden={isTwice && !step}>
                        {!isTwice && <AskerName title={heading} by={by} />}
                        {step && (
                          <>
                            {' '}
                            {!isTwice && dot}
                            <bdi id={`${id}-step`} data-part="dialog-step">
                              {step}
                            </bdi>
                          </>
                        )}
                      </Title>
                    }
                  >
                    <button
                      type="button"
                      data-part="dialog-close"
                      aria-label={closeLabel ?? words.close}
                      aria-disabled={sending}
                      hidden={isAsking}
                      onClick={leave}
                    />
                  </Asker>
                </div>
                <div ref={body} data-part="dialog-body" onInput={() => void (isTouched.current = true)}>
                  {message && (
                    <Description data-part="message" dir="auto" hidden={quietMessage || own.message}>
                      {plainText(message)}
                    </Description>
                  )}
                  <LanguageContext.Provider value={language}>
                    <DialogTitleContext.Provider value={tellTitle}>
                      <FrameContext.Provider value={frame}>{children}</FrameContext.Provider>
                    </DialogTitleContext.Provider>
                  </LanguageContext.Provider>
                </div>
                {isAsking && (
                  <div role="group" aria-labelledby={`${id}-discard`} data-part="discard">
                    <p id={`${id}-discard`} dir="auto">
                      {isLost ? (discardMessage ?? words.discardMessage) : words.cancelMessage}
                    </p>
                    <button ref={keep} type="button" data-part="keep" onClick={leave}>
                      {keepLabel ?? words.keep}
                    </button>
                    <button
                      type="button"
                      data-part="discard-answer"
                      onClick={() => {
                        setWasAsked(false);
                        (onAside ?? onCancel)();
                      }}
                    >
                      {isLost ? (discardLabel ?? words.discard) : words.cancel}
                    </button>
                  </div>
                )}
              </Content>
            </Overlay>
          </Portal>
        </Root>
      )}
    </>
  );
});

/** Give the focus back to where it was before. An element that is gone, or hidden, does not take it. */
function useReturnOfFocus(to: HTMLElement | undefined): void {
  useEffect(() => {
    if (to === undefined) return;
    return () => {
      const { activeElement, body } = to.ownerDocument;
      if (activeElement === null || activeElement === body) to.focus({ preventScroll: true });
    };
  }, [to]);
}
