import { useState, type ReactNode } from 'react';

/** A picture beside a label that says the same. One that does not load is the label's first letter in its place. */
export function ChoiceImage({ address, label }: { address: string; label: string }): ReactNode {
  const [broken, setBroken] = useState<string>();
  return (
    <span data-elicit="choice-image" aria-hidden="true">
      {broken === address ? (
        /^./u.exec(label)?.[0]
      ) : (
        <img
          data-elicit=""
          src={address}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          referrerPolicy="no-referrer"
          onError={() => setBroken(address)}
        />
      )}
    </span>
  );
}
