/** What the steps need of a browser, in every engine the same. */
export interface Browser {
  readonly version: string;
  go(url: string): Promise<void>;
  /** The value of an expression in the page, which must be JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Press keys by name, such as `Tab` or `Shift+Tab`, one after the other. */
  press(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  clickAt(x: number, y: number): Promise<void>;
  /** Set the size of the window's inside, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Open a tab. All that follows happens in it. */
  newTab(): Promise<Tab>;
  useTab(tab: Tab): Promise<void>;
  readonly tab: Tab;
  /** The errors and warnings of the console since the last call. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
}

/** A driver's own name of a tab. */
export type Tab = unknown;
