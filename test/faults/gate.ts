/** Closed until it is opened. */
export function createGate(): Gate {
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}
