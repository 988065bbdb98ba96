import { useMemo, type ReactNode } from 'react';
import type { AskerNames } from '../react/asker.ts';
import { PluginSessionProvider } from '../react/PluginSessionProvider.tsx';
import type { ElicitFallback } from '../react/session-context.ts';
import { InboxPanes } from '../ui/inbox/InboxPanes.tsx';
import type { LanguageProps } from '../ui/language/elicit-messages.ts';
import type { InboxClient } from './create-inbox-client.ts';
import { OpenedQuestion } from './OpenedQuestion.tsx';
import { useInbox } from './useInbox.ts';

/** Props of `ElicitInbox`. */
export interface ElicitInboxProps extends LanguageProps, AskerNames {
  inbox: InboxClient;
  /** The level of its title among the headings of the page, from 1 to 5. Questions are one below. @default 2 */
  headingLevel?: number | undefined;
  /** Class of the element around it. */
  className?: string | undefined;
  /** Shows questions that no plugin asks, instead of the form. */
  fallback?: ElicitFallback | undefined;
}

/**
 * Show what waits for a person: a list, and the question that they open, beside it or in its place. Its looks are in
 * `elicitkit/inbox.css`, which comes after `styles.css`.
 *
 * @example
 * <ElicitInbox inbox={inbox} />
 */
export function ElicitInbox({
  inbox,
  headingLevel = 2,
  className,
  fallback,
  assistant,
  toolTitles,
  locale,
  messages,
}: ElicitInboxProps): ReactNode {
  const { count: _count, opened, open, close, more, refresh, ...list } = useInbox(inbox);
  const { toolName, title } = opened?.item ?? {};
  // The host's title wins over the server's.
  const titles = useMemo(
    () => (toolName === undefined || title === undefined ? toolTitles : { [toolName]: title, ...toolTitles }),
    [toolName, title, toolTitles],
  );
  return (
    <PluginSessionProvider
      client={inbox.client}
      fallback={fallback}
      assistant={assistant}
      toolTitles={titles}
      locale={locale}
      messages={messages}
    >
      <InboxPanes
        {...list}
        opened={opened}
        toolTitles={toolTitles}
        headingLevel={headingLevel}
        className={className}
        onOpen={open}
        onClose={close}
        onMore={more}
        onRefresh={refresh}
      >
        <OpenedQuestion items={list.items} opened={opened} open={open} headingLevel={headingLevel + 1} />
      </InboxPanes>
    </PluginSessionProvider>
  );
}
