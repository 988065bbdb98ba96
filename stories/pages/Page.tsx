import { AnchorMdx, CodeOrSourceMdx, HeadersMdx, Markdown } from '@storybook/addon-docs/blocks';
import type { ComponentProps, ReactNode } from 'react';
import booking from '../../docs/images/booking.png';
import { pageLink } from './pages.ts';
import { slugOf } from './slug-of.ts';

export interface PageProps {
  /** The document's text. */
  text: string;
  /** Its path in the repository. */
  path: string;
}

/** A document of the repository as a page: its code highlighted, its links leading to pages. */
export function Page({ text, path }: PageProps): ReactNode {
  const Link = ({ href = '', children }: { href?: string; children?: ReactNode }) => {
    const to = pageLink(path, href);
    if (to === undefined) return <>{children}</>;
    return (
      <AnchorMdx href={to} target={to.startsWith('http') ? '_blank' : '_top'}>
        {children}
      </AnchorMdx>
    );
  };
  const Picture = ({ alt }: { alt?: string }) => <img src={booking} alt={alt} style={{ maxInlineSize: '100%' }} />;
  const overrides = { ...HeadersMdx, code: Code, a: Link, img: Picture };
  return (
    <div className="document">
      <style>{looks}</style>
      <Markdown options={{ forceBlock: true, overrides, slugify: slugOf }}>{text}</Markdown>
    </div>
  );
}

/** Code; a colour has a patch of it beside it. */
function Code(props: ComponentProps<typeof CodeOrSourceMdx>): ReactNode {
  const { children } = props;
  const isColour = typeof children === 'string' && /^#[\da-f]{3,8}$/i.test(children);
  return (
    <>
      {isColour && <span aria-hidden="true" className="patch" style={{ background: children }} />}
      <CodeOrSourceMdx {...props} />
    </>
  );
}

/** Storybook never breaks code, which makes its tables wider than the page. */
const looks = `
  .document table { display: block; max-inline-size: 100%; overflow-x: auto; }
  .document td > code, .document li > code, .document p > code { white-space: normal !important; overflow-wrap: anywhere; }
  .document td { min-inline-size: 9em; }
  .document td:first-child > code { white-space: nowrap !important; }
  .document .patch { display: inline-block; inline-size: 1em; block-size: 1em; margin-inline-end: 0.4em; vertical-align: -0.15em; border: 1px solid rgb(128 128 128 / 50%); border-radius: 3px; }
`;
