import { useState, type ChangeEvent } from 'react';

export interface PhotoFormProps {
  onRespond: (answer: { photo: string }) => void;
  /** The id, after a reload or a refused answer. */
  draft?: unknown;
  onDraftChange?: (photo: string) => void;
}

export function PhotoForm({ onRespond, draft, onDraftChange }: PhotoFormProps) {
  const [photo, setPhoto] = useState(typeof draft === 'string' ? draft : undefined);
  const [note, setNote] = useState('');

  async function upload({ target }: ChangeEvent<HTMLInputElement>) {
    setNote('Uploading…');
    const response = await fetch('/api/photos', { method: 'POST', body: target.files?.[0] ?? null });
    if (!response.ok) return setNote('That did not work. Choose another photo.');
    const { id } = (await response.json()) as { id: string };
    setPhoto(id);
    onDraftChange?.(id);
    setNote('Uploaded.');
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (photo !== undefined) onRespond({ photo });
      }}
    >
      <label>
        Photo <input type="file" accept="image/*" onChange={(event) => void upload(event)} />
      </label>
      <p aria-live="polite">{note}</p>
      <button data-elicit="commit" disabled={photo === undefined}>
        Send
      </button>
    </form>
  );
}
