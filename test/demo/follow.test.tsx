import { expect, it, onTestFinished } from 'vitest';
import { createRoot } from 'react-dom/client';
import { useFollow } from '../../demo/chat/useFollow.ts';

function Scroller({ children }: { children: React.ReactNode }) {
  const { scroller, column } = useFollow(0);
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
  collapsed.dataset['part'] = 'receipt';
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
