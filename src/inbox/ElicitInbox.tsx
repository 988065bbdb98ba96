import type { ReactNode } from 'react';
import type { WaitingItem } from '../protocol/inbox.ts';
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
  /** The level of its title, and of the question beside it, among the headings of the page, from 1 to 6. @default 2 */
  headingLevel?: number | undefined;
  /** Names the person from whom a question comes, by their id. @default the name that the server has, or the id */
  nameOf?: ((id: string) => string | undefined) | undefined;
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
  nameOf,
  className,
  fallback,
  assistant,
  toolTitles,
  locale,
  messages,
}: ElicitInboxProps): ReactNode {
  const { count: _count, open, close, more, refresh, ...read } = useInbox(inbox);
  const named = <Item extends WaitingItem>(one: Item) => ({
    ...one,
    from: (one.from && nameOf?.(one.from)) ?? one.fromName ?? one.from,
  });
  const list = { ...read, items: read.items.map(named) };
  const opened = read.opened && { ...read.opened, item: read.opened.item && named(read.opened.item) };
  return (
    <PluginSessionProvider
      client={inbox.client}
      fallback={fallback}
      assistant={assistant}
      toolTitles={toolTitles}
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
        <OpenedQuestion items={read.items} opened={read.opened} open={open} headingLevel={headingLevel} />
      </InboxPanes>
    </PluginSessionProvider>
  );
}
