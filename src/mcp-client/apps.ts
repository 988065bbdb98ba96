import { createElement, type ReactNode } from 'react';
import type { OpenItem } from '../client/client-snapshot.ts';
import type { StandIn } from '../client/state/outside-question.ts';
import { lazyComponent } from '../react/lazy-component.ts';
import type { QuestionApp } from './AppView.tsx';
import { checkFrame, type McpAppsOptions } from './apps-options.ts';
import type { McpClient } from './mcp-sdk.ts';
import { readApp, type ReadApp } from './read-app.ts';
import type { QuestionPage } from './read-elicitation.ts';

/** The apps of a server. */
export interface Apps {
  readonly frame: string;
  /** Read a page, once. */
  readonly read: (uri: string) => Promise<ReadApp>;
  /** The component that shows a question's app. It is a new one for each time that the question is asked. */
  show(page: QuestionPage, ways: Omit<QuestionApp, 'frame' | 'page' | 'params'>): StandIn;
}

const LazyAppView = lazyComponent(async () => {
  const { AppView } = await import('./AppView.tsx');
  return { default: AppView };
});

/** @throws {McpElicitationError} `MCP_APPS_FRAME` for a frame that is not on an origin of its own */
export function createApps(client: McpClient, options: McpAppsOptions): Apps {
  checkFrame(options);
  const { frame } = options;
  /** What was read, by address. */
  const pages = new Map<string, Promise<ReadApp>>();

  function read(uri: string): Promise<ReadApp> {
    const known = pages.get(uri);
    if (known !== undefined) return known;
    const page = readResource(client, uri).then((resource) => readApp(resource, uri, options));
    pages.set(uri, page);
    // The next question reads it again.
    page.catch(() => pages.delete(uri));
    return page;
  }

  return {
    frame,
    read,
    show({ uri, params }, ways) {
      const app: QuestionApp = { ...ways, frame, params, page: () => read(uri) };
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
