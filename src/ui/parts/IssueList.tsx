import type { ReactNode } from 'react';
import type { ElicitIssue } from '../../protocol/elicit-request.ts';
import { plainText } from '../../protocol/plain-text.ts';

/** The issues of the last answer. */
export function IssueList({ id, issues }: { id: string; issues: readonly ElicitIssue[] }): ReactNode {
  const messages = [...new Set(issues.map((issue) => plainText(issue.message, 600)))];
  return (
    <div id={id} role="alert" data-elicit="issues">
      {messages.map((message) => (
        <p data-elicit="" key={message} dir="auto">
          {message}
        </p>
      ))}
    </div>
  );
}
