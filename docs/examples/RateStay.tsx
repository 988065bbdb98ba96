import { Card, Field, Fields, Footer, Row } from 'elicitkit/kit';
import type { InjectedProps } from 'elicitkit/plugin';
import { useState } from 'react';
import { ratingSchema, type Rating } from './rate-stay';

interface RateStayProps extends InjectedProps<Rating> {
  /** The question. */
  message: string;
  /** Keeps what was entered. */
  onDraftChange?: (draft: object) => void;
}

export function RateStay({ onRespond, onDecline, draft, onDraftChange, ...card }: RateStayProps) {
  const [rating, setRating] = useState(() => ratingSchema.partial().catch({}).parse(draft));
  const { mood, remark } = rating;
  const change = (part: Partial<Rating>) => {
    setRating({ ...rating, ...part });
    onDraftChange?.({ ...rating, ...part });
  };
  return (
    <Card {...card}>
      {ratingSchema.shape.mood.options.map((name) => (
        <Row key={name} kind="radio" choice={name} checked={name === mood} onChoose={() => change({ mood: name })} />
      ))}
      <Fields>
        <Field label="Anything else?" optional>
          <textarea value={remark ?? ''} onChange={({ target }) => change({ remark: target.value })} />
        </Field>
      </Fields>
      <Footer
        summary={mood ?? 'How was it?'}
        commit="Send"
        missing={mood ? undefined : 'input'}
        onCommit={() => mood && onRespond({ mood, ...(remark && { remark }) }, { title: mood, detail: remark })}
        onSkip={onDecline}
      />
    </Card>
  );
}
