import { useContext, type ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import { FrameContext } from '../frame/frame.ts';
import { useOwnParts } from '../frame/useOwnParts.ts';

/** The question's message: text only, with its line breaks. Renders nothing if the frame already shows it. */
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
