import { parseWithin, lineBounds } from '../protocol/bounds.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { ReadApp } from './read-app.ts';
import { openWire, type WindowWire, type WireHandlers } from './window-wire.ts';

/** An app in its frame, as the page around speaks with it. */
export interface AppFrame extends Pick<WindowWire, 'request' | 'notify'> {
  /** Tell the frame the scheme around it, `light` or `dark`. */
  wear(theme: string): void;
  /** Hear it no more. */
  close(): void;
}

export interface AppFrameOptions extends WireHandlers {
  /** The page to show, once the frame is there. */
  readonly page: Promise<ReadApp>;
  /** The name of the inner frame, for screen readers. */
  readonly title: string;
  /** Called once, when the app can be heard no more. */
  readonly onEnd: (why: Error) => void;
}

/** The most messages of an app in a second. */
const mostInASecond = 50;

/**
 * Show an app in a frame with our `app-frame.html`. Messages of any other window are ignored, and one that is too large,
 * one too many, or no JSON ends the app.
 */
export function openAppFrame(frame: HTMLIFrameElement, options: AppFrameOptions): AppFrame {
  const { page, title, onEnd } = options;
  // Its origin is opaque, which no message can name. The frame was never anywhere else.
  const post = (...said: unknown[]) => frame.contentWindow?.postMessage(JSON.stringify(said), '*');
  const wire = openWire((message) => post('say', message), options);
  const over = new AbortController();
  let times: number[] = [];

  function end(why: string, cause?: unknown): void {
    if (over.signal.aborted) return;
    over.abort();
    onEnd(new Error(why, { cause }));
  }

  function isFlood(): boolean {
    const now = performance.now();
    times = [...times.filter((at) => at > now - 1000), now];
    return times.length > mostInASecond;
  }

  const heard: Record<string, (what: unknown) => void> = {
    ready() {
      page.then(
        ({ html }) => post('show', { html, title }),
        (cause: unknown) => end('It could not be read.', cause),
      );
    },
    said(what) {
      const { value, excess } = parseWithin(String(what), lineBounds());
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
      if (isFlood()) return end(`It sent more than ${mostInASecond} messages in a second.`);
      const read = typeof data === 'string' ? parseWithin(data, lineBounds(4 * 1_048_576)).value : undefined;
      const [kind, what] = Array.isArray(read) ? (read as unknown[]) : [];
      if (typeof kind === 'string' && Object.hasOwn(heard, kind)) heard[kind]?.(what);
    },
    { signal: over.signal },
  );

  return {
    request: (method: string, params: JsonObject) => wire.request(method, params),
    notify: (method: string, params: JsonObject) => wire.notify(method, params),
    wear: (theme) => post('theme', theme),
    close: () => over.abort(),
  };
}
