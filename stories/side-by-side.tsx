import type { ReactNode } from 'react';

/**
 * For a page of states: three in a row, or one on a phone. Shows the source as written, because generating it from the
 * rendered elements would take minutes.
 */
export const pageOfStates = { width: 1068, docs: { source: { type: 'code' as const } } };

/** Long enough to wrap. */
export const longSentence =
  'The airline asks us to tell you that this fare is only held for ten minutes, and that it may change after that.';

/** With a word too long for a line. */
export const longText = `${longSentence} The number of your booking is ${'0123456789ABCDEF'.repeat(3)}.`;

/** Every state of a component under its name. */
export function SideBySide({ states }: { states: Readonly<Record<string, ReactNode>> }): ReactNode {
  return (
    <div
      style={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(320px, 100%), 1fr))',
        alignItems: 'start',
        gap: '24px 16px',
      }}
    >
      {Object.entries(states).map(([name, state]) => (
        <figure key={name} style={{ margin: 0, minInlineSize: 0 }}>
          <figcaption style={{ marginBlockEnd: 8, font: '600 13px/18px system-ui, sans-serif' }}>{name}</figcaption>
          {state}
        </figure>
      ))}
    </div>
  );
}

/**
 * Stories under their names, each in a frame with the same globals: for stories that fill a page.
 *
 * The frames need Storybook's own pages, so a story made of these has the tags `!test` and `!autodocs`.
 */
export function PagesSideBySide({
  stories,
  globals,
}: {
  stories: Readonly<Record<string, string>>;
  globals: Record<string, unknown>;
}): ReactNode {
  const settings = Object.entries(globals).flatMap(([key, value]) =>
    typeof value === 'string' && key !== 'width' ? [`${key}:${value.replaceAll(' ', '+')}`] : [],
  );
  const frame = (id: string, title: string) => (
    <iframe
      id={`iframe--${id}`}
      title={title}
      src={`iframe.html?viewMode=story&id=${id}&globals=${settings.join(';')}`}
      style={{ display: 'block', inlineSize: '100%', blockSize: 640, border: 0 }}
    />
  );
  return (
    <SideBySide states={Object.fromEntries(Object.entries(stories).map(([name, id]) => [name, frame(id, name)]))} />
  );
}
