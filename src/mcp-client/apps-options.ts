import { urlOf } from '../protocol/url-of.ts';
import { McpElicitationError } from './mcp-error.ts';

/** Lets a server's own pages, its apps, ask its questions. */
export interface McpAppsOptions {
  /**
   * The address of our `app-frame.html` on an origin of its own, such as `https://apps.example.com/app-frame.html`. Apps
   * run in it.
   */
  frame: string;
  /**
   * The origins that apps may fetch from, if their server asks for them too, such as `https://api.acme.example`.
   *
   * @default none
   */
  connectDomains?: readonly string[] | undefined;
  /**
   * The origins from which apps may load scripts, styles, images, media and fonts, if their server asks for them too.
   *
   * @default none: apps bring them
   */
  resourceDomains?: readonly string[] | undefined;
}

/** @throws {McpElicitationError} `MCP_APPS_FRAME` for a frame that is not on an origin of its own */
export function checkFrame({ frame }: McpAppsOptions): void {
  const page = typeof location === 'undefined' ? undefined : location.href;
  const url = urlOf(frame, page);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (isWeb && (page === undefined || url.origin !== new URL(page).origin)) return;
  const why = isWeb ? 'It is on the origin of this page.' : 'That is no web address.';
  const next = 'Serve app-frame.html of elicitkit from an origin that serves nothing else, and pass its address.';
  throw new McpElicitationError('MCP_APPS_FRAME', `apps.frame is ${JSON.stringify(frame)}. ${why} ${next}`);
}
