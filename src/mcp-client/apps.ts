import { createElement, type ReactNode } from 'react';
import type { OpenItem } from '../client/elicit-item.ts';
import type { StandIn } from '../client/state/outside-question.ts';
import { lazyComponent } from '../react/lazy-component.ts';
import type { QuestionApp, WhyLeft } from './AppView.tsx';
import { checkFrame, type McpAppsOptions } from './apps-options.ts';
import type { McpClient } from './mcp-sdk.ts';
import { readApp, type ReadApp } from './read-app.ts';
import type { ActiveCall } from './question-desk.ts';
import type { QuestionPage } from './read-elicitation.ts';

type Ways = Omit<QuestionApp, 'frame' | 'page' | 'params' | 'left' | 'leave'>;

/** The apps of a server. */
export type Apps = ReturnType<typeof createApps>;

/** How many pages are kept: each may hold megabytes. */
const mostPages = 8;

const LazyAppView = lazyComponent(async () => {
  const { AppView } = await import('./AppView.tsx');
  return { default: AppView };
});

/** @throws {McpElicitationError} `MCP_APPS_FRAME` for a frame that is not on an origin of its own */
export function createApps(client: McpClient, options: McpAppsOptions) {
  checkFrame(options);
  const { frame } = options;
  /** The apps in whose place a form asks, by address. */
  const leftIn = new WeakMap<ActiveCall, Map<string, WhyLeft>>();
  /** What was read last, by address. */
  const pages = new Map<string, Promise<ReadApp>>();

  /** Read a page, once. */
  function read(uri: string): Promise<ReadApp> {
    const known = pages.get(uri);
    if (known !== undefined) return known;
    const page = readResource(client, uri).then((resource) => readApp(resource, uri, options));
    pages.set(uri, page);
    const [oldest] = pages.keys();
    if (pages.size > mostPages && oldest !== undefined) pages.delete(oldest);
    // The next question reads it again.
    page.catch(() => pages.delete(uri));
    return page;
  }

  return {
    frame,
    read,
    /** The component that shows a question's app. It is a new one for each time that the question is asked. */
    show({ uri, params }: QuestionPage, call: ActiveCall | undefined, ways: Ways): StandIn {
      const left = (call && leftIn.get(call)) ?? new Map<string, WhyLeft>();
      if (call) leftIn.set(call, left);
      const app: QuestionApp = {
        ...ways,
        frame,
        params,
        page: () => read(uri),
        left: () => left.get(uri),
        leave: (why) => left.set(uri, why),
      };
      return function App({ item, form }: { item: OpenItem; form: ReactNode }) {
        return createElement(LazyAppView, { item, form, app });
      };
    },
  };
}

async function readResource(client: McpClient, uri: string): Promise<unknown> {
  if (client.readResource === undefined) throw new Error('The MCP client reads no resources.');
  return client.readResource(...([{ uri }] as never[]));
}
