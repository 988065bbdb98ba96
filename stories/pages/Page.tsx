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

/** A document of the repository as a page, with highlighted code and links to other pages. */
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
  const overrides = { ...HeadersMdx, code: Code, a: Link, img: Picture, table: Table };
  return (
    <div className="document">
      <Markdown options={{ forceBlock: true, overrides, slugify: slugOf }}>{text}</Markdown>
    </div>
  );
}

/** Code. A colour gets a swatch beside it. */
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

/** A table whose cells know their column, for narrow screens that show it row by row. */
function Table({ children }: { children?: ReactNode }): ReactNode {
  const name = (table: HTMLTableElement | null) => {
    const columns = Array.from(table?.tHead?.rows[0]?.cells ?? [], ({ textContent }) => textContent.trim());
    for (const row of table?.tBodies[0]?.rows ?? []) {
      for (const cell of row.cells) cell.dataset['column'] = columns[cell.cellIndex] ?? '';
    }
  };
  return <table ref={name}>{children}</table>;
}
