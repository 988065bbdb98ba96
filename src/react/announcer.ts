/** Speaks through a screen reader, politely: after what is being read. */
export interface Announcer {
  readonly say: (text: string) => void;
  /** Note that focus had a question read out: announcing it would repeat it. */
  readonly leave: (elicitId: string) => void;
  readonly isLeft: (elicitId: string) => boolean;
  /** Set the live region, which must be in the page before any text enters it. */
  readonly attach: (region: HTMLElement | null) => void;
}

/** Keep only the last lines; each is read once, when it is added. */
const keptLines = 3;

export function createAnnouncer(): Announcer {
  let region: HTMLElement | null = null;
  const left = new Set<string>();
  return {
    attach(element) {
      region = element;
    },
    leave: (elicitId) => void left.add(elicitId),
    isLeft: (elicitId) => left.has(elicitId),
    say(text) {
      if (region === null) return;
      const line = region.ownerDocument.createElement('p');
      line.textContent = text;
      region.append(line);
      while (region.children.length > keptLines) region.firstElementChild?.remove();
    },
  };
}
