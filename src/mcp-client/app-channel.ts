import { deepestData, defaultBytes, lineBounds, parseWithin } from '../protocol/bounds.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { ReadApp } from './read-app.ts';
import { openWire, type WireHandlers } from './window-wire.ts';

/** What the page around an app speaks to it through. */
export type AppChannel = ReturnType<typeof openAppChannel>;

export interface AppChannelOptions extends WireHandlers {
  /** The page to show, once the frame is there. */
  readonly page: Promise<ReadApp>;
  /** The name of the inner frame, for screen readers. */
  readonly title: string;
  /** Called once, when the app can be heard no more. */
  readonly onEnd: (why: Error) => void;
}

/** The most messages of an app in a second, and a few of its frame. The frame counts them first, and ends the app. */
const mostInASecond = 70;
const mostCharacters = 6 * defaultBytes;
/** In milliseconds. */
const mostToLeave = 500;

/**
 * Show an app in a frame with our `app-frame.html`. Messages of any other window are ignored, and one that is too large,
 * one too many, or no JSON ends the app.
 */
export function openAppChannel(frame: HTMLIFrameElement, options: AppChannelOptions) {
  const { page, title, onEnd } = options;
  // Its origin is opaque, which no message can name. The frame was never anywhere else.
  const post = (...said: unknown[]) => frame.contentWindow?.postMessage(JSON.stringify(said), '*');
  const wire = openWire((message) => post('say', message), options);
  const over = new AbortController();
  let sent: { at: number; length: number }[] = [];
  let leaving: Promise<void> | undefined;

  /** It failed: hear it no more, and say so with `onEnd`. */
  function end(why: string, cause?: unknown): void {
    if (over.signal.aborted) return;
    close();
    onEnd(new Error(why, { cause }));
  }

  /** Hear it no more. */
  function close(): void {
    over.abort();
    wire.close();
  }

  function isFlood(length: number): boolean {
    const now = performance.now();
    sent = [...sent.filter(({ at }) => at > now - 1000), { at: now, length }];
    return sent.length > mostInASecond || sent.reduce((sum, each) => sum + each.length, 0) > mostCharacters;
  }

  const heard: Record<string, (what: unknown) => void> = {
    ready() {
      page.then(
        ({ html }) => post('show', { html, title }),
        (cause: unknown) => end('It could not be read.', cause),
      );
    },
    said(what) {
      const { value, excess } = parseWithin(String(what), { ...lineBounds(), depth: deepestData });
      if (excess !== undefined) return end(`It sent a message that ${excess.message}.`);
      // What is no message, such as a developer tool's, is nothing to us.
      wire.hear(value);
    },
    ended: (why) => end(String(why).slice(0, 500)),
  };

  addEventListener(
    'message',
    ({ source, data }: MessageEvent<unknown>) => {
      if (source === null || source !== frame.contentWindow) return;
      if (typeof data !== 'string') return;
      if (isFlood(data.length)) return end('It sent too much in a second.');
      const read = parseWithin(data, lineBounds(4 * defaultBytes)).value;
      const [kind, what] = Array.isArray(read) ? (read as unknown[]) : [];
      if (typeof kind === 'string' && Object.hasOwn(heard, kind)) heard[kind]?.(what);
    },
    { signal: over.signal },
  );

  return {
    request: (method: string, params: JsonObject) => wire.request(method, params),
    notify: (method: string, params: JsonObject) => wire.notify(method, params),
    /** Tell the frame the scheme around it, `light` or `dark`. */
    wear: (theme: string) => post('theme', theme),
    /** Tell the app that its page goes. Returns once it has put things by, and soon if it does not say so. */
    leave: (): Promise<void> =>
      (leaving ??= new Promise((resolve) => {
        wire.request('ui/resource-teardown', {}).then(() => resolve(), resolve);
        setTimeout(resolve, mostToLeave);
      })),
    end,
    close,
  };
}
