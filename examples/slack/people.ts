import type { Person } from 'elicitkit/server';

// A real app looks these up: who a Slack user is, and what they may decide, is the app's to know.
const managers: Record<string, Person> = {
  [process.env['SLACK_MANAGER'] ?? 'U_BO']: { id: 'bo', name: 'Bo', roles: ['manager'] },
};

/** The person behind a Slack user. Undefined for everybody else in the workspace. */
export const personOf = (slackUser: string): Person | undefined => managers[slackUser];
