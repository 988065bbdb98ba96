import { useState, type FormEvent } from 'react';

interface ComposerProps {
  isBusy: boolean;
  onSend: (text: string) => void;
}

export function Composer({ isBusy, onSend }: ComposerProps) {
  const [text, setText] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    const said = text.trim();
    if (said === '' || isBusy) return;
    setText('');
    onSend(said);
  }
  return (
    <form className="composer" onSubmit={submit}>
      <input
        aria-label="Message"
        placeholder="Write a message"
        autoComplete="off"
        enterKeyHint="send"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" disabled={isBusy || text.trim() === ''}>
        Send
      </button>
    </form>
  );
}
