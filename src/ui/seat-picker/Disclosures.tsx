import type { ReactNode } from 'react';
import { words } from './words.ts';

interface DisclosuresProps {
  texts: readonly string[];
  agreed: boolean;
  onChange: (agreed: boolean) => void;
}

/** What a person must have read before they take this seat. */
export function Disclosures({ texts, agreed, onChange }: DisclosuresProps): ReactNode {
  return (
    <div data-part="disclosures">
      {texts.map((text) => (
        <p key={text} dir="auto">
          {text}
        </p>
      ))}
      <label>
        <input type="checkbox" checked={agreed} onChange={(event) => onChange(event.target.checked)} />
        {words.agree}
      </label>
    </div>
  );
}
