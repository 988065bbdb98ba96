/**
 * What waits for a person, in whatever conversation it was asked: a list, and the questions to answer.
 *
 * @module elicitkit/inbox
 */
'use client';

export { createInboxClient, type InboxClient, type InboxClientOptions } from './inbox/create-inbox-client.ts';
export type { HowOpened, InboxSnapshot, OpenedItem } from './inbox/inbox-state.ts';
export { useInbox, type Inbox } from './inbox/useInbox.ts';
export { ElicitInbox, type ElicitInboxProps } from './inbox/ElicitInbox.tsx';
export type { InboxItem, QuestionPlace } from './protocol/inbox.ts';
