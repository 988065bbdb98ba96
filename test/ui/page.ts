import { cdp, userEvent } from 'vitest/browser';

/** For answers that a test ignores. */
export const ignore = (): void => {};

/** Emulates a media feature. An empty value resets it. */
export async function emulate(
  name: 'forced-colors' | 'prefers-reduced-motion' | 'prefers-color-scheme',
  value: string,
): Promise<void> {
  await send('Emulation.setEmulatedMedia', { features: [{ name, value }] });
}

/** Makes the pointer a finger, or a mouse again. */
export async function emulateTouch(enabled: boolean): Promise<void> {
  await send('Emulation.setTouchEmulationEnabled', { enabled });
}

/** Ends a composition in the focused element, in the order of Safari: the key comes after the composition's end. */
export function endComposition(key: 'Enter' | 'Escape'): void {
  const target = document.activeElement;
  target?.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  target?.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '日本' }));
  target?.dispatchEvent(new KeyboardEvent('keydown', { key, keyCode: 229, bubbles: true, cancelable: true }));
}

/** One element as a screen reader gets it. */
export interface Heard {
  role: string;
  name: string;
  checked: boolean;
  /** The nearest ancestor with a name of its own. */
  within: Heard | undefined;
}

/** The page as a screen reader gets it: the browser's accessibility tree, in order. */
export async function heard(): Promise<Heard[]> {
  const { frameTree } = (await send('Page.getFrameTree', {})) as { frameTree: FrameTree };
  // Tests run in a frame of their own.
  const frameId = frameTree.childFrames?.[0]?.frame.id;
  const { nodes } = (await send('Accessibility.getFullAXTree', { frameId })) as { nodes: AxNode[] };
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const found: Heard[] = [];
  const hear = (id: string, within: Heard | undefined): void => {
    const { role, name, properties = [], childIds = [], ignored } = byId.get(id) as AxNode;
    const checked = properties.some((property) => property.name === 'checked' && property.value.value === 'true');
    const here = { role: role?.value ?? '', name: name?.value ?? '', checked, within };
    if (!ignored) found.push(here);
    for (const child of childIds) if (byId.has(child)) hear(child, !ignored && here.name ? here : within);
  };
  const [root] = nodes;
  if (root) hear(root.nodeId, undefined);
  return found;
}

interface FrameTree {
  frame: { id: string };
  childFrames?: FrameTree[];
}

interface AxNode {
  nodeId: string;
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  properties?: { name: string; value: { value: unknown } }[];
  childIds?: string[];
}

const send = (method: string, params: object): Promise<unknown> =>
  (cdp() as unknown as { send: (method: string, params: object) => Promise<unknown> }).send(method, params);

/** The name of the focused element. */
export function focused(): string | undefined {
  return nameOf(document.activeElement);
}

/** Every tab stop, from the start of the page. */
export async function tabStops(): Promise<(string | undefined)[]> {
  (document.activeElement as HTMLElement | null)?.blur();
  const before = document.body.firstElementChild as HTMLElement;
  before.tabIndex = -1;
  before.focus();
  const stops: (string | undefined)[] = [];
  const seen = new Set<Element>();
  for (;;) {
    await userEvent.keyboard('{Tab}');
    const at = document.activeElement;
    if (!at || at === document.body || at === before || seen.has(at)) break;
    seen.add(at);
    stops.push(nameOf(at));
  }
  before.removeAttribute('tabindex');
  return stops;
}

/** The parts that stick out of the page sideways, and the page or maps that scroll sideways. */
export function overflow(root: ParentNode = document): string[] {
  const parts = [...root.querySelectorAll<HTMLElement>('[data-elicit-root], [data-elicit-root] *')];
  const wide = parts.filter((part) => {
    const box = part.getBoundingClientRect();
    return box.width > 1 && (box.right > innerWidth + 0.5 || box.left < -0.5) && !isCut(part);
  });
  const scrolling = [document.documentElement, ...root.querySelectorAll<HTMLElement>('[data-elicit=map]')].filter(
    (part) => part.scrollWidth > part.clientWidth,
  );
  return [...wide, ...scrolling].map((part) => part.dataset['elicit'] || part.tagName);
}

/** The parts that cut off some of their own text, but for those that this selector names. */
export function cut(meant?: string): string[] {
  const parts = [...document.querySelectorAll<HTMLElement>('[data-elicit-root] *')].filter((part) => {
    const hides = [getComputedStyle(part).overflowX, getComputedStyle(part).overflowY].some((way) => way !== 'visible');
    const box = part.getBoundingClientRect();
    if (!hides || part.textContent?.trim() === '' || box.width <= 1) return false;
    if (meant !== undefined && part.matches(meant)) return false;
    // Maps and a line of prices or chips scroll, and selects have their own ellipsis.
    if (
      part.matches(
        '[data-elicit=map], [data-elicit=tiers], [data-elicit=chips], [data-elicit=card], select, [data-elicit=disclosures] span',
      )
    )
      return false;
    // Long tables and texts scroll downwards, and only so.
    const isLong = part.matches(
      '[data-elicit=call-text], [data-elicit=table-scroll], [data-elicit=reviewed], textarea',
    );
    return part.scrollWidth > part.clientWidth + 1 || (!isLong && part.scrollHeight > part.clientHeight + 1);
  });
  return parts.map((part) => part.dataset['elicit'] || part.tagName);
}

/** Whether an element around it, within its card, hides the overflow, or is a line of prices or chips, which scrolls. */
function isCut(part: Element): boolean {
  const around = part.parentElement;
  if (!around || around.matches('[data-elicit=card], [data-elicit-root], body')) return false;
  return (
    around.matches('[data-elicit=tiers], [data-elicit=chips]') ||
    getComputedStyle(around).overflowX === 'hidden' ||
    isCut(around)
  );
}

function nameOf(element: Element | null): string | undefined {
  return element?.getAttribute('aria-label') ?? element?.textContent ?? undefined;
}
