import { AnchorMdx, CodeOrSourceMdx, HeadersMdx, Markdown } from '@storybook/addon-docs/blocks';
import type { ReactNode } from 'react';
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
  const overrides = { ...HeadersMdx, code: CodeOrSourceMdx, a: Link, img: Picture };
  return <Markdown options={{ forceBlock: true, overrides, slugify: slugOf }}>{text}</Markdown>;
}
