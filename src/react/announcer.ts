/** Says things to those who do not see them, politely: after what is being said already. */
export interface Announcer {
  readonly say: (text: string) => void;
  /** The focus has gone to a question and had it read out: to say it as well would be twice. */
  readonly leave: (elicitId: string) => void;
  readonly isLeft: (elicitId: string) => boolean;
  /** Where it is said; a live region, which must stand before anything is said in it. */
  readonly attach: (region: HTMLElement | null) => void;
}

/** The region keeps its last lines only; each is read out once, when it comes. */
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
