import { ElicitCard } from 'elicitkit/card';
import { SchemaForm } from 'elicitkit/forms';
import { useState, type ReactNode } from 'react';

/** The form of a schema as an outlet shows it, and the result of answering. */
export function Preview({ schema }: { schema: Record<string, unknown> }): ReactNode {
  const [result, setResult] = useState<object>();
  return (
    <>
      <ElicitCard
        toolName="your_tool"
        message="This is how your question looks."
        state="pending"
        onDecline={() => setResult({ action: 'decline' })}
        onCancel={() => setResult({ action: 'cancel' })}
      >
        <SchemaForm schema={schema} onRespond={(content) => setResult({ action: 'accept', content })} />
      </ElicitCard>
      <section aria-labelledby="result-title" aria-live="polite">
        <h2 id="result-title">What would be sent</h2>
        <pre className="result">{result === undefined ? 'Nothing yet.' : JSON.stringify(result, undefined, 2)}</pre>
      </section>
    </>
  );
}
