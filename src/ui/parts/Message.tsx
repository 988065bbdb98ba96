import { useContext, type ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import { FrameContext } from '../frame/frame.ts';
import { useOwnParts } from '../frame/useOwnParts.ts';

/** What the person is asked: text only, its line breaks kept. Nothing where the frame shows the same. */
export function Message({ id, text }: { id: string; text: string | undefined }): ReactNode {
  const frame = useContext(FrameContext);
  const isOwn = Boolean(text) && frame?.message !== text;
  useOwnParts({ message: isOwn });
  if (!text || !isOwn) return null;
  return (
    <p id={id} data-part="message" dir="auto">
      {plainText(text)}
    </p>
  );
}
