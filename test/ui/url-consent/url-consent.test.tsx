import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../../src/styles.css';
import { ElicitCard } from '../../../src/ui/elicit-card/ElicitCard.tsx';
import { UrlConsent, type UrlConsentAnswer } from '../../../src/ui/url-consent/UrlConsent.tsx';
import { ignore, overflow, tabStops } from '../page.ts';

const url = 'https://pay.example.com/checkout?session=42';
const link = (name: RegExp) => page.getByRole('link', { name });

/** Keeps the browser from opening anything, after the component had its say. */
function holdLinks(): { opened: () => string[] } {
  const opened: string[] = [];
  const onClick = (event: Event) => {
    const anchor = event.target instanceof Element ? event.target.closest('a') : null;
    if (anchor && !event.defaultPrevented) opened.push(anchor.href);
    event.preventDefault();
  };
  const over = new AbortController();
  for (const type of ['click', 'auxclick']) window.addEventListener(type, onClick, { signal: over.signal });
  // Other files run on the same page, and their checkboxes would not stay as they are clicked.
  onTestFinished(() => over.abort());
  return { opened: () => opened };
}

describe('UrlConsent', () => {
  it('shows who asks, the whole address, and a real link that tells the page nothing', async () => {
    await render(<UrlConsent url={url} serverName="Payments" message="Pay here" onRespond={ignore} />);
    await expect.element(page.getByRole('group', { name: 'Payments asks you to open a page' })).toBeVisible();
    await expect.element(page.getByRole('group', { name: 'Address' })).toHaveTextContent(url);
    await expect.element(page.getByText('pay.example.com', { exact: true })).toHaveAttribute('data-elicit', 'host');
    // On a line of its own: nothing before or after it reads as a part of it.
    const host = document.querySelector('[data-elicit=host]') as HTMLElement;
    const { width = 0 } = host.parentElement?.getBoundingClientRect() ?? {};
    expect(host.getBoundingClientRect().width).toBe(width - 24);
    const anchor = link(/Open page/).element();
    expect(anchor).toHaveAttribute('href', url);
    expect(anchor).toHaveAttribute('target', '_blank');
    expect(anchor).toHaveAttribute('rel', 'noopener noreferrer');
    expect(anchor).toHaveAttribute('referrerpolicy', 'no-referrer');
    expect(
      document.querySelector('iframe, link[rel~=prefetch], link[rel~=preconnect], link[rel~=dns-prefetch]'),
    ).toBeNull();
  });

  it('has its words in the middle of their button, link or not', async () => {
    await render(<UrlConsent url={url} onRespond={ignore} onDecline={ignore} />);
    for (const part of ['skip', 'commit']) {
      const button = document.querySelector(`[data-elicit=${part}]`) as HTMLElement;
      const words = document.createRange();
      words.selectNodeContents(button.firstChild as Node);
      const middles = [button, words]
        .map((each) => each.getBoundingClientRect())
        .map(({ y, height }) => y + height / 2);
      expect(middles[1], part).toBeCloseTo(middles[0] as number, 0);
    }
  });

  it('accepts with the click, once, and then offers to try again and to be done', async () => {
    const onRespond = vi.fn<(answer: UrlConsentAnswer) => void>();
    const onDone = vi.fn<() => void>();
    const { opened } = holdLinks();
    await render(<UrlConsent {...{ url, onRespond, onDone }} onDecline={ignore} />);
    expect(await tabStops()).toEqual(['Did it not open?', 'Skip', 'Open page (opens in a new tab)']);
    await link(/Open page/).click();
    expect(onRespond.mock.calls).toEqual([[{}]]);
    await expect.element(page.getByText('Did it not open?')).toBeVisible();
    expect(await tabStops()).toEqual(['Did it not open?', 'Try again (opens in a new tab)', "I'm done"]);
    await link(/Try again/).click();
    expect(opened()).toEqual([url, url]);
    expect(onRespond).toHaveBeenCalledOnce();
    await page.getByRole('button', { name: "I'm done" }).click();
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('says that the page itself ends it, once it was opened, and has no button for that', async () => {
    holdLinks();
    const reports = page.getByText('This card ends by itself when you are done there.');
    await render(<UrlConsent url={url} reports onRespond={ignore} onDecline={ignore} />);
    await expect.element(reports).not.toBeInTheDocument();
    await link(/Open page/).click();
    await expect.element(reports).toBeVisible();
    expect(await tabStops()).toEqual(['Did it not open?', 'Try again (opens in a new tab)']);
  });

  it('keeps the Skip of its card in view, also when the page was opened', async () => {
    holdLinks();
    const onDecline = vi.fn<() => void>();
    await render(
      <ElicitCard toolName="pay" state="pending" onDecline={onDecline}>
        <UrlConsent url={url} onRespond={ignore} />
      </ElicitCard>,
    );
    const skips = () => page.getByRole('button', { name: 'Skip' }).elements();
    expect(skips().map((button) => button.closest('[data-elicit=url-consent]') !== null)).toEqual([true]);
    await link(/Open page/).click();
    await expect.element(page.getByText('Did it not open?')).toBeVisible();
    expect(skips().map((button) => button.closest('[data-elicit=url-consent]') !== null)).toEqual([true]);
    await page.getByRole('button', { name: 'Skip' }).click();
    expect(onDecline).toHaveBeenCalledOnce();
  });

  it('opens by Enter and by the middle button, and by no other', async () => {
    const onRespond = vi.fn<(answer: UrlConsentAnswer) => void>();
    holdLinks();
    const screen = await render(<UrlConsent key="1" url={url} onRespond={onRespond} />);
    await link(/Open page/).click({ button: 'right' });
    expect(onRespond).not.toHaveBeenCalled();
    (link(/Open page/).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    expect(onRespond).toHaveBeenCalledOnce();
    await screen.rerender(<UrlConsent key="2" url={url} onRespond={onRespond} />);
    await link(/Open page/).click({ button: 'middle' });
    expect(onRespond).toHaveBeenCalledTimes(2);
  });

  it('checks the address again at the click', async () => {
    const onRespond = vi.fn<(answer: UrlConsentAnswer) => void>();
    const { opened } = holdLinks();
    await render(<UrlConsent url={url} onRespond={onRespond} />);
    link(/Open page/)
      .element()
      .setAttribute('href', 'https://evil.example/');
    await link(/Open page/).click();
    expect(onRespond).not.toHaveBeenCalled();
    expect(opened()).toEqual([]);
  });

  it('has no link for what must not be opened, and says why', async () => {
    await render(<UrlConsent url="javascript:alert(1)" onRespond={ignore} onDecline={ignore} />);
    await expect.element(page.getByText('Only web pages can be opened from here.')).toBeVisible();
    expect(document.querySelector('a')).toBeNull();
    expect(await tabStops()).toEqual(['Skip']);
  });

  it('warns of an address that looks like another', async () => {
    await render(<UrlConsent url="https://example.com@pаypal.example/" onRespond={ignore} />);
    expect(
      page
        .getByRole('listitem')
        .elements()
        .map((item) => item.textContent),
    ).toEqual([
      'The name of this site mixes letters of several alphabets. It may imitate another site.',
      'What stands before the @ is not the site. Only the bold part is.',
    ]);
  });

  it('is inert while its answer is on the way', async () => {
    await render(<UrlConsent url={url} onRespond={ignore} state="sending" />);
    expect(await tabStops()).toEqual([]);
  });

  it('holds an address of 8 000 characters and hostile names at 360 px', async () => {
    await page.viewport(360, 800);
    const nasty = `<img src=x onerror="window.hacked=1">\u202E${'W'.repeat(5000)}`;
    await render(
      <UrlConsent
        url={`https://example.com/${'a'.repeat(8000)}`}
        serverName={nasty}
        message={nasty}
        onRespond={ignore}
        onDecline={ignore}
      />,
    );
    expect(document.querySelector('img')).toBeNull();
    expect(overflow()).toEqual([]);
  });
});
