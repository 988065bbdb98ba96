import { useEffect, useRef, useState, type ReactNode } from 'react';
import { isObject, type JsonObject } from '../protocol/json.ts';
import { plainText } from '../protocol/plain-text.ts';
import { Notice } from '../ui/kit/Notice.tsx';
import { useWords } from '../ui/language/language-context.ts';
import { words as mcpEnglish } from '../ui/mcp/words.ts';
import type { AppChannel } from './app-channel.ts';
import { AppFrame } from './AppFrame.tsx';
import type { McpElicitationConnection } from './connect-mcp-elicitation.ts';
import type { ToolApps } from './tool-apps.ts';
import { useApp, type ShownApp } from './useApp.ts';

/** Props of `McpToolApp`. */
export interface McpToolAppProps {
  /** What called the tool. Undefined before there is one. */
  connection: Pick<McpElicitationConnection, '~toolApps'> | undefined;
  /** The call, as `callTool` got it. */
  call: { readonly name: string; readonly arguments?: JsonObject | undefined };
  /** What `callTool` returned. Undefined while the tool is at work. */
  result: unknown;
  /** Shown if the tool has no app, or its app did not work, such as the result in text. @default nothing */
  children?: ReactNode;
}

/**
 * Show what a tool returned by its server's own page, its app, in a frame. The connection needs the option `apps`. The
 * app may call its server's tools that are meant for apps; their questions are asked in your outlets.
 *
 * @example
 * <McpToolApp connection={acme} call={{ name: 'show_map', arguments: { city: 'Rome' } }} result={result}>
 *   {textOf(result)}
 * </McpToolApp>
 */
export function McpToolApp({ connection, call, result, children }: McpToolAppProps): ReactNode {
  const tools = connection?.['~toolApps'];
  const { name } = call;
  const isDone = result !== undefined;
  const [found, setFound] = useState<{
    readonly of: ToolApps;
    readonly name: string;
    readonly app?: ShownApp | undefined;
  }>();
  useEffect(() => {
    const over = new AbortController();
    const find = (app?: ShownApp) => !over.signal.aborted && tools !== undefined && setFound({ of: tools, name, app });
    tools?.of(name).then(find, (why: unknown) => {
      tools.onFail(why);
      find();
    });
    return () => over.abort();
    // What could not be found while the tool was at work may be found after it.
  }, [tools, name, isDone]);
  const isFound = found !== undefined && found.of === tools && found.name === name;
  if (!isFound || found.app === undefined) return children;
  return (
    <ToolAppView app={found.app} tools={found.of} given={call.arguments} result={result}>
      {children}
    </ToolAppView>
  );
}

interface ToolAppViewProps extends Pick<McpToolAppProps, 'result' | 'children'> {
  app: ShownApp;
  tools: ToolApps;
  given: JsonObject | undefined;
}

function ToolAppView({ app, tools, given = {}, result, children }: ToolAppViewProps): ReactNode {
  const words = useWords('mcp', mcpEnglish);
  const [hasFailed, setFailed] = useState(false);
  const [frame, setFrame] = useState<AppChannel>();
  const told = useRef<unknown>(undefined);
  const name = plainText(tools.serverName, 120);
  const shown = useApp(app, {
    title: words.appOf(name),
    isOver: hasFailed,
    onShown(opened) {
      opened.notify('ui/notifications/tool-input', { arguments: given });
      setFrame(opened);
    },
    onFail(why) {
      tools.onFail(why);
      setFailed(true);
    },
  });
  useEffect(() => {
    if (frame === undefined || !isObject(result) || told.current === result) return;
    told.current = result;
    frame.notify('ui/notifications/tool-result', result);
  }, [frame, result]);

  if (hasFailed) {
    return (
      <>
        <div data-elicit-root="">
          <Notice>{words.appFailed(name)}</Notice>
        </div>
        {children}
      </>
    );
  }
  return (
    <div data-elicit-root="" data-elicit="app">
      <p data-elicit="summary" dir="auto">
        {words.appOf(name)}
      </p>
      <AppFrame title={words.appOf(name)} serverName={name} app={shown} />
    </div>
  );
}
