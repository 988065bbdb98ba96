import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { NameForm } from '../../docs/examples/NameForm.tsx';

it("is a component of one's own that keeps what was typed and answers it", async () => {
  const onRespond = vi.fn<(answer: { name: string }) => void>();
  const onDraftChange = vi.fn<(draft: string) => void>();
  await render(<NameForm message="Your name?" draft="Ad" onRespond={onRespond} onDraftChange={onDraftChange} />);
  const input = page.getByRole('textbox', { name: 'Your name?' });
  await expect.element(input).toHaveValue('Ad');
  await input.fill('Ada');
  expect(onDraftChange).toHaveBeenLastCalledWith('Ada');
  await page.getByRole('button', { name: 'Send' }).click();
  expect(onRespond).toHaveBeenCalledExactlyOnceWith({ name: 'Ada' });
});
