import { useContext, useState, type MouseEvent, type ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import { FrameContext } from '../frame/frame.ts';
import { useOwnParts } from '../frame/useOwnParts.ts';
import { Footer } from '../kit/Footer.tsx';
import { Notice } from '../kit/Notice.tsx';
import { useOwnWords, useWords } from '../language/language-context.ts';
import { wordsOf } from '../language/language.ts';
import { AnswerCard, type AnswerCardOptions } from '../parts/AnswerCard.tsx';
import { words as answerWords } from '../parts/answer-words.ts';
import { CardHeader } from '../parts/CardHeader.tsx';
import { Glyph, question, warning } from '../parts/Glyph.tsx';
import { silence } from '../parts/said.ts';
import { ScrollRegion } from '../parts/ScrollRegion.tsx';
import { inspectUrl, type InspectedUrl } from '../../protocol/inspect-url.ts';
import { words as english } from './words.ts';

/** The answer of a `UrlConsent`: an empty object. The person agreed to open the page. */
export type UrlConsentAnswer = Record<string, never>;

/** Props of `UrlConsent`. */
export interface UrlConsentProps extends AnswerCardOptions {
  /** The page's address, as the server sent it. */
  url: string;
  /** The host's name for the server that asks. Never pass a name that the server gave itself. */
  serverName?: string | undefined;
  /** Called with `{}` when the person opens the page. The component does not know what they do there. */
  onRespond: (answer: UrlConsentAnswer) => void;
  /** Called for Skip until the page was opened. Otherwise Skip comes from the `ElicitCard` around it, if any. */
  onDecline?: (() => void) | undefined;
  /** Called when the person says that they are done with the page. Without it there is no button for that. */
  onDone?: (() => void) | undefined;
  /** The page itself says when the person is done. Then the card says so, once the page was opened. @default false */
  reports?: boolean | undefined;
  /** The text of that button. @default "I'm done" */
  doneLabel?: string | undefined;
  /**
   * Whether the page was already opened, such as before a reload.
   *
   * @default false
   */
  opened?: boolean | undefined;
  /** The card's class. */
  className?: string | undefined;
}

/** Asks a person to open a page. Nothing is fetched, framed or opened before they click. */
export function UrlConsent(props: UrlConsentProps): ReactNode {
  const {
    url,
    serverName,
    onRespond,
    onDecline,
    onDone,
    doneLabel,
    opened = false,
    reports = false,
    ...others
  } = props;
  const { locale, messages, ...card } = others;
  const { language, words } = useOwnWords({ locale, messages }, 'urlConsent', english);
  const { retry } = wordsOf(language, 'card', answerWords);
  const [wasOpened, setOpened] = useState(opened);
  const inspected = inspectUrl(url);
  const isOpened = opened || wasOpened;
  const around = useContext(FrameContext)?.onDecline;
  const decline = (isOpened ? undefined : onDecline) ?? around;
  useOwnParts({ decline: decline !== undefined });
  const onOpen = (event: MouseEvent) => {
    // Check again: the address may have changed since it was drawn.
    const link = event.currentTarget.getAttribute('href');
    const now = inspectUrl(url);
    if (card.state === 'sending' || !now.ok || now.href !== link) return event.preventDefault();
    if (event.type === 'auxclick' && event.button !== 1) return undefined;
    setOpened(true);
    if (!isOpened) onRespond({});
  };
  const server = serverName === undefined ? '' : plainText(serverName, 120);
  const title = !inspected.ok
    ? words.refusedTitle
    : isOpened
      ? words.opened
      : server
        ? words.titleFrom(server)
        : words.title;
  return (
    <AnswerCard {...card} component="url-consent" said={silence} words={words} language={language}>
      <legend data-elicit="header">
        <CardHeader
          title={title}
          subtitle={inspected.ok && isOpened ? (reports ? words.reports : server) : undefined}
          icon={<Glyph path={!inspected.ok || inspected.warnings.length > 0 ? warning : question} />}
        />
      </legend>
      {inspected.ok ? (
        <Address url={inspected} />
      ) : (
        <p data-elicit="refusal" dir="auto">
          {words.refusals[inspected.reason]}
        </p>
      )}
      {inspected.ok && (
        <details data-elicit="not-open" open={isOpened || undefined}>
          <summary data-elicit="" dir="auto">
            {words.notOpen}
          </summary>
          <p data-elicit="" dir="auto">
            {words.notOpenHelp}
          </p>
        </details>
      )}
      <Footer
        onSkip={decline}
        commit={inspected.ok && isOpened && onDone ? (doneLabel ?? words.done) : undefined}
        onCommit={onDone}
      >
        {inspected.ok && (
          <a
            href={inspected.href}
            target="_blank"
            rel="noopener noreferrer"
            referrerPolicy="no-referrer"
            data-elicit={isOpened && (reports || onDone) ? 'skip' : 'commit'}
            onClick={onOpen}
            onAuxClick={onOpen}
          >
            <span data-elicit="">{isOpened ? retry : words.open}</span>
            <span data-elicit="status" data-state="quiet">
              {' '}
              {words.opensNew}
            </span>
          </a>
        )}
      </Footer>
    </AnswerCard>
  );
}

function Address({ url }: { url: InspectedUrl & { ok: true } }): ReactNode {
  const words = useWords('urlConsent', english);
  return (
    <>
      {/* A long address scrolls, so it needs a tab stop. */}
      <ScrollRegion
        data-elicit="address"
        dir="ltr"
        aria-label={words.address}
        tabIndex={url.href.length > 200 ? 0 : undefined}
      >
        <span data-elicit="">{url.before}</span>
        <strong data-elicit="host">{url.host}</strong>
        <span data-elicit="">{url.after}</span>
      </ScrollRegion>
      {url.warnings.length > 0 && (
        <ul data-elicit="warnings">
          {url.warnings.map((one) => (
            <li key={one} data-elicit="">
              <Notice kind="warning">{words.warnings[one]}</Notice>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
