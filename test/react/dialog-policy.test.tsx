import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import '../../src/styles.css';
import { ElicitDialog } from '../../src/dialog.ts';

const ignore = () => undefined;

// One test, because a policy can only be added to a page, never taken away.
it('keeps to a content security policy that asks for a nonce', async () => {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "style-src 'nonce-n0nce'";
  document.head.append(policy);
  const breaches: string[] = [];
  document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => breaches.push(violatedDirective));

  const screen = await render(
    <ElicitDialog title="Question" nonce="n0nce" onCancel={ignore}>
      form
    </ElicitDialog>,
  );
  await expect.element(page.getByRole('dialog')).toHaveFocus();
  expect(document.querySelector<HTMLStyleElement>('head > style:last-of-type')?.nonce).toBe('n0nce');
  expect(getComputedStyle(document.body).overflow).toBe('hidden');
  expect(breaches).toEqual([]);
  await screen.unmount();

  // Another nonce is a breach, so this test can tell.
  await render(
    <ElicitDialog title="Question" nonce="another" onCancel={ignore}>
      form
    </ElicitDialog>,
  );
  await expect.element(page.getByRole('dialog')).toHaveFocus();
  await expect.poll(() => breaches).toEqual(['style-src-elem']);
});
