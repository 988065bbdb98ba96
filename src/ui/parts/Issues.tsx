import { useContext, type ReactNode } from 'react';
import type { ElicitIssue } from '../../protocol/elicit-request.ts';
import { plainText } from '../../protocol/plain-text.ts';
import { FrameContext } from '../frame/frame.ts';

/** The issues of the last answer. Renders nothing if the frame already lists them. */
export function Issues({ id, issues }: { id: string; issues: readonly ElicitIssue[] | undefined }): ReactNode {
  const frame = useContext(FrameContext);
  if (!issues || issues.length === 0 || frame?.issuesId) return null;
  return <IssueList id={id} issues={issues} />;
}

export function IssueList({ id, issues }: { id: string; issues: readonly ElicitIssue[] }): ReactNode {
  const messages = [...new Set(issues.map((issue) => plainText(issue.message, 600)))];
  return (
    <div id={id} role="alert" data-part="issues">
      {messages.map((message) => (
        <p key={message} dir="auto">
          {message}
        </p>
      ))}
    </div>
  );
}
