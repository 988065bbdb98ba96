import { expect, it, onTestFinished } from 'vitest';
import { createRoot } from 'react-dom/client';
import { useFollow } from '../../demo/chat/useFollow.ts';

function Scroller({ acts = 0, children }: { acts?: number; children: React.ReactNode }) {
  const { scroller, column } = useFollow(acts);
  return (
    <div ref={scroller} style={{ blockSize: 200, overflow: 'auto', position: 'relative' }}>
      <div>
        <div ref={column}>{children}</div>
      </div>
    </div>
  );
}

it('follows the newest that comes in the moment in which a card collapses', async () => {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(() => {
    root.unmount();
    host.remove();
  });
  const content = document.createElement('div');
  root.render(<Scroller>{<div ref={(element) => element?.append(content)} />}</Scroller>);
  content.style.blockSize = '2000px';
  await expect.poll(() => content.isConnected).toBe(true);
  const scroller = host.firstElementChild as HTMLElement;
  await expect.poll(() => scroller.scrollTop).toBe(1800);

  const collapsed = document.createElement('div');
  collapsed.dataset['elicit'] = 'receipt';
  collapsed.style.blockSize = '50px';
  content.before(collapsed);
  content.style.blockSize = '800px';
  // After it scrolled up, and before it hears of that.
  const observer = new ResizeObserver(() => {
    if (scroller.scrollTop !== 650) return;
    observer.disconnect();
    setTimeout(() => (content.style.blockSize = '3000px'));
  });
  observer.observe(content);
  await expect.poll(() => content.style.blockSize).toBe('3000px');
  await expect.poll(() => scroller.scrollTop).toBe(2850);
});

it('leaves an earlier question that was opened again and has the focus where it is', async () => {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(() => {
    root.unmount();
    host.remove();
  });
  const content = document.createElement('div');
  content.innerHTML = `
    <div style="block-size: 1000px"></div>
    <div data-elicit="elicit-item"><div id="earlier" data-elicit="receipt" style="block-size: 50px"></div></div>
    <div data-elicit="elicit-item"><div data-elicit="elicit-card" style="block-size: 1000px"></div></div>`;
  const column = <div ref={(element) => element?.append(content)} />;
  const draw = (acts: number) => root.render(<Scroller acts={acts}>{column}</Scroller>);
  draw(2);
  await expect.poll(() => content.isConnected).toBe(true);
  const scroller = host.firstElementChild as HTMLElement;
  const earlier = content.querySelector<HTMLElement>('#earlier') as HTMLElement;
  const top = () => earlier.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  // The open question is at the top, the receipt before it out of view.
  await expect.poll(() => scroller.scrollTop).toBe(1050 - 16);
  scroller.scrollTop = 1000 - 16;
  await expect.poll(top).toBe(16);

  earlier.dataset['elicit'] = 'elicit-card';
  earlier.style.blockSize = '700px';
  earlier.tabIndex = -1;
  earlier.focus({ preventScroll: true });
  let resizes = 0;
  const observer = new ResizeObserver(() => (resizes += 1));
  observer.observe(content);
  // It is a receipt less.
  draw(1);
  await expect.poll(() => resizes).toBe(1);
  earlier.style.blockSize = '800px';
  await expect.poll(() => resizes).toBe(2);
  expect(top()).toBe(16);
});
