import { useContext, type ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import { FrameContext } from '../frame/frame.ts';

/** What the person is asked: text only, its line breaks kept. Nothing where the frame has said the same already. */
export function Message({ id, text }: { id: string; text: string | undefined }): ReactNode {
  const frame = useContext(FrameContext);
  if (!text || frame?.message === text) return null;
  return (
    <p id={id} data-part="message" dir="auto">
      {plainText(text)}
    </p>
  );
}
