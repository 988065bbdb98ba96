import type { ReactNode } from 'react';
import type { PlayTool } from '../src/command/play-handler.ts';
import { plainText } from '../src/protocol/plain-text.ts';

interface ToolListProps {
  tools: readonly PlayTool[];
  chosen: string | undefined;
}

/** The file's tools, as links within the page: a reload and the Back button keep the choice. */
export function ToolList({ tools, chosen }: ToolListProps): ReactNode {
  return (
    <nav className="tools" aria-label="Tools">
      <h2>
        Tools <span className="count">{tools.length}</span>
      </h2>
      <ul>
        {tools.map(({ name, description, unavailable }) => (
          <li key={name}>
            <a href={`#${encodeURIComponent(name)}`} aria-current={name === chosen ? 'true' : undefined}>
              <code>{name}</code>
              <span className="about" dir="auto">
                {plainText(description, 300)}
              </span>
              {unavailable !== undefined && <span className="about">Cannot run here</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
