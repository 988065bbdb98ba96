import { useId, type ReactNode } from 'react';
import { useLanguage } from '../ui/language/language-context.ts';
import { wordsOf } from '../ui/language/language.ts';
import { AnswerCard } from '../ui/parts/AnswerCard.tsx';
import { CardHeader } from '../ui/parts/CardHeader.tsx';
import { Glyph } from '../ui/parts/Glyph.tsx';
import { silence } from '../ui/parts/said.ts';
import { words as english } from '../ui/elicit-card/words.ts';

/** In place of a component that crashed: the question as a title, and the ways on from the `ElicitCard` around it. */
export function CrashedCard({ reason, title }: { reason: string; title: string }): ReactNode {
  const id = useId();
  const language = useLanguage({ messages: { card: { notSent: reason } } });
  const { sending, failed } = wordsOf(language, 'card', english);
  return (
    <AnswerCard
      component="crashed"
      labelledBy={id}
      said={silence}
      words={{ sending, failed, keptOnFailure: '' }}
      language={language}
    >
      <div id={id} data-elicit="header">
        <CardHeader asks title={title} icon={<Glyph name="warning" />} />
      </div>
    </AnswerCard>
  );
}
