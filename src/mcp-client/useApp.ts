import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import { isObject, type JsonObject } from '../protocol/json.ts';
import { appsRevision } from '../protocol/mcp-apps.ts';
import { LanguageContext } from '../ui/language/language-context.ts';
import { useBrowserLayoutEffect } from '../ui/parts/useBrowserLayoutEffect.ts';
import { useStable } from '../ui/parts/useStable.ts';
import { openAppChannel, type AppChannel } from './app-channel.ts';
import { hostVariables } from './host-variables.ts';
import type { ReadApp } from './read-app.ts';
import type { WireHandlers } from './window-wire.ts';

/** An app, and what it may do. */
export interface ShownApp {
  /** Where `app-frame.html` is. */
  readonly frame: string;
  /** The page, as it is read. */
  readonly page: () => Promise<ReadApp>;
  /** What else it may ask of its host, by method. */
  readonly requests?: WireHandlers['requests'] | undefined;
  /** What it is told of the host besides its looks. */
  readonly capabilities?: JsonObject | undefined;
  readonly context?: JsonObject | undefined;
}

/** A page that an app would open. */
export interface AskedLink {
  readonly url: string;
  /** The person has opened it, or does not want to. */
  readonly answer: (isOpened: boolean) => void;
}

/** In milliseconds, from the first moment until the app says that it is there. */
const mostToBegin = 15_000;
/** In pixels. */
const leastHigh = 48;
const mostHigh = 4000;

/**
 * Speak with an app in its frame.
 *
 * @param isOver - it is shown no more
 * @param onShown - called once it is there
 * @param onFail - called once if it did not come up, or broke a rule of its frame
 */
export function useApp(
  app: ShownApp,
  {
    title,
    isOver,
    onShown,
    onFail,
  }: { title: string; isOver: boolean; onShown: (app: AppChannel) => void; onFail: (why: unknown) => void },
) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(leastHigh);
  /** `edged`: the app is there, and draws no edge. */
  const [state, setState] = useState<'loading' | 'shown' | 'edged'>('loading');
  const [link, ask] = useLink();
  const { locale, messages } = useContext(LanguageContext);
  const spoken = useRef({});
  const tell = useRef<() => void>(undefined);
  const begun = useRef<AppChannel>(undefined);
  const named = useRef(title);
  const show = useStable(onShown);
  const fail = useStable(onFail);
  useEffect(() => {
    spoken.current = { locale: locale ?? messages.locale ?? 'en' };
    tell.current?.();
  }, [locale, messages]);

  // Before the browser paints: the frame may be there at once, and says so only then.
  useBrowserLayoutEffect(() => {
    const element = frame.current;
    if (!element || isOver) return undefined;
    const late = setTimeout(() => shown.end(`It did not begin within ${mostToBegin} ms.`), mostToBegin);
    const page = app.page();
    const shows = { height: leastHigh };
    // What stands below must not move to where the person is about to press.
    const isInUse = () => element.matches(':hover') || document.activeElement === element;
    const fit = () => setHeight((now) => (isInUse() ? Math.max(now, shows.height) : shows.height));
    element.addEventListener('pointerleave', fit);
    const context = () => ({ ...lookOf(element), ...spoken.current });
    const shown = openAppChannel(element, {
      page,
      title: named.current,
      onEnd: fail,
      requests: {
        ...app.requests,
        async 'ui/initialize'() {
          const hostContext = { ...context(), ...inline, ...app.context };
          shown.wear(hostContext.theme);
          const hostCapabilities = { openLinks: {}, ...app.capabilities };
          const hostInfo = { name: 'elicitkit', version: '1' };
          return { protocolVersion: appsRevision, hostInfo, hostCapabilities, hostContext };
        },
        async 'ui/open-link'(params, signal) {
          const url = isObject(params) ? params['url'] : undefined;
          return { isError: typeof url !== 'string' || !(await ask(url, signal)) };
        },
        'ui/request-display-mode': () => Promise.resolve({ mode: 'inline' }),
        ping: () => Promise.resolve({}),
      },
      notifications: {
        'ui/notifications/initialized'() {
          // Once: each asks the question.
          if (begun.current === shown) return;
          begun.current = shown;
          clearTimeout(late);
          void page.then(({ hasEdge }) => setState(hasEdge ? 'edged' : 'shown'));
          show(shown);
        },
        'ui/notifications/size-changed'(params) {
          const height = isObject(params) ? params['height'] : undefined;
          if (typeof height !== 'number' || !(height >= 0)) return;
          shows.height = Math.min(Math.max(height, leastHigh), mostHigh);
          fit();
        },
        'ui/notifications/request-teardown': () => void shown.leave().then(() => shown.end('It went away.')),
      },
    });
    tell.current = () => {
      const changed = context();
      shown.wear(changed.theme);
      shown.notify('ui/notifications/host-context-changed', changed);
    };
    const unwatch = watchLook(tell.current);
    return () => {
      clearTimeout(late);
      unwatch();
      tell.current = undefined;
      begun.current = undefined;
      element.removeEventListener('pointerleave', fit);
      shown.close();
    };
  }, [app, isOver, show, fail, ask]);

  /** Let the app put things by before its page goes. */
  const leave = useCallback(async () => begun.current?.leave(), []);
  // Show it in the frame with this source. Before it opens the link, ask the person.
  return { frame, src: app.frame, height, state, link, leave };
}

/** Ask for one page at a time. While the person has not answered, the next one is refused. */
function useLink(): [AskedLink | undefined, (url: string, signal: AbortSignal) => Promise<boolean>] {
  const [link, setLink] = useState<AskedLink>();
  const open = useRef<AskedLink>(undefined);
  const ask = useCallback(async (url: string, signal: AbortSignal) => {
    if (open.current !== undefined) return false;
    const isOpened = await new Promise<boolean>((resolve) => {
      open.current = { url, answer: resolve };
      setLink(open.current);
      signal.addEventListener('abort', () => resolve(false));
    });
    open.current = undefined;
    setLink(undefined);
    return isOpened;
  }, []);
  return [link, ask];
}

const inline = { displayMode: 'inline', availableDisplayModes: ['inline'], platform: 'web' };

/** The looks of the place at which the app is shown. */
function lookOf(element: Element): { theme: string; styles: JsonObject } {
  const style = getComputedStyle(element);
  const variables = hostVariables.flat().map(([own, theirs]) => [theirs, style.getPropertyValue(own).trim()]);
  const theme = style.colorScheme === 'dark' ? 'dark' : 'light';
  return { theme, styles: { variables: Object.fromEntries(variables) } };
}

/** Watch what the looks of a page hang on. */
function watchLook(onChange: () => void): () => void {
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const ofRoot = new MutationObserver(onChange);
  scheme.addEventListener('change', onChange);
  ofRoot.observe(document.documentElement, { attributes: true });
  return () => {
    scheme.removeEventListener('change', onChange);
    ofRoot.disconnect();
  };
}
