import { expect, fn, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { UrlConsent } from '../src/ui/url-consent/UrlConsent.tsx';
import { said } from './said.ts';
import { longText, pageOfStates, SideBySide } from './side-by-side.tsx';

const meta = preview.meta({
  title: 'Questions/UrlConsent',
  component: UrlConsent,
  args: {
    url: 'https://pay.example.com/checkout?session=42&currency=EUR',
    serverName: 'Example Airlines',
    message: 'Please pay for your seat. Your booking is held for ten minutes.',
    onRespond: fn(),
    onDecline: fn(),
    onDone: fn(),
  },
  argTypes: { state: { control: 'inline-radio', options: ['pending', 'sending', 'failed'] } },
});

/** A real link. Nothing opens before it is pressed. */
export const Default = meta.story({
  async play({ canvasElement, args, globals }) {
    const { open } = said({ globals }).urlConsent;
    const link = within(canvasElement).getByRole('link', { name: new RegExp(open) });
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(args.onRespond).not.toHaveBeenCalled();
  },
});
export const Opened = meta.story({ args: { opened: true } });
/** The page's own server says when the person is done. */
export const Reports = meta.story({
  render: ({ onDone: _onDone, ...args }) => <UrlConsent {...args} opened reports />,
});
export const LongAddress = meta.story({
  args: { url: `https://pay.example.com/checkout?token=${'0123456789abcdef'.repeat(60)}` },
});
export const Sending = meta.story({ args: { state: 'sending' } });
export const Failed = meta.story({ args: { state: 'failed' } });

/** Every state, side by side. */
export const States = meta.story({
  parameters: pageOfStates,
  render: (args) => {
    const at = (url: string) => <UrlConsent {...args} url={url} />;
    return (
      <SideBySide
        states={{
          Asked: <UrlConsent {...args} />,
          Opened: <UrlConsent {...args} opened />,
          Reports: <UrlConsent {...args} opened reports onDone={undefined} />,
          Sending: <UrlConsent {...args} state="sending" />,
          'Not sent': <UrlConsent {...args} state="failed" />,
          'Long text': (
            <UrlConsent
              {...args}
              message={longText}
              url={`https://pay.example.com/?token=${'0123456789'.repeat(60)}`}
            />
          ),
          'Looks like another': at('https://example.com@xn--pypal-4ve.example/'),
          'Another alphabet': at('https://bücher.example/'),
          'A number for a name': at('https://3232235521/'),
          'Your own device': at('http://localhost:8080/callback'),
          'Not encrypted': at('http://example.com/'),
          'Hidden characters': at('https://exa\u200Bmple.com/'),
          'Not a web page': at('javascript:alert(1)'),
          'Not an address': at('pay.example.com'),
          'Too long': at(`https://example.com/${'a'.repeat(8192)}`),
        }}
      />
    );
  },
});
