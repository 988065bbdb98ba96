import { useId, useState, type ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import type { Spoken } from '../../words/word-for.ts';
import { toolTitle } from '../elicit-card/tool-title.ts';
import { Footer } from '../kit/Footer.tsx';
import { wordsOf, type Language } from '../language/language.ts';
import { AnswerCard } from '../parts/AnswerCard.tsx';

import { CardHeader } from '../parts/CardHeader.tsx';
import { ChoiceRow } from '../parts/ChoiceRow.tsx';
import { Glyph, question, warning } from '../parts/Glyph.tsx';
import type { Said } from '../parts/said.ts';
import { CallArguments } from './CallArguments.tsx';
import type { ReviewCallDraft, ReviewCallProps } from './ReviewCall.tsx';
import type { ReviewCallMessages } from './words.ts';

interface CallCardProps extends Omit<ReviewCallProps, 'draft'> {
  draft: ReviewCallDraft;
  onChange: (draft: Partial<ReviewCallDraft>) => void;
  said: Said;
  words: Spoken<ReviewCallMessages>;
  language: Language;
}

/** A call to read, to allow, and to deny with a reason. */
export function CallCard(props: CallCardProps): ReactNode {
  const { draft, onChange, words, language, said, state, issues, tone = 'default', headingLevel, className } = props;
  const id = useId();
  const form = wordsOf(language, 'schemaForm', formEnglish);
  const [isLasting, setLasting] = useState(false);
  const tool = plainText(toolTitle(props.tool), 120);
  const isDenying = draft.step === 'deny';
  const respond: ReviewCallProps['onRespond'] = (answer) => {
    if (state !== 'sending') props.onRespond(answer);
  };
  const remember = isDenying ? undefined : props.remember;
  const reason = draft.reason.trim();
  return (
    <AnswerCard
      component="review-call"
      data-tone={tone}
      state={state}
      issues={issues}
      headingLevel={headingLevel}
      className={className}
      said={said}
      words={words}
      language={language}
    >
      <legend data-elicit="header">
        <CardHeader
          title={plainText(props.title ?? words.title(tool), 160)}
          subtitle={plainText(props.description ?? '', 600)}
          icon={<Glyph path={tone === 'danger' ? warning : question} />}
        />
      </legend>
      <CallArguments
        given={props.arguments}
        parameters={props.parameters}
        onEdit={props.edit === true && !isDenying ? () => onChange({ step: 'edit' }) : undefined}
        answers={[form.yes, form.no]}
        words={words}
      />
      {remember && (
        <ChoiceRow
          choice={{
            value: 'remember',
            reason: undefined,
            label: remember.for === 'owner' ? words.always.owner : words.always.chat,
            description: words.countsFor(
              tool,
              props.version && plainText(props.version, 64),
              plainText(remember.key, 200),
            ),
          }}
          kind="checkbox"
          name={id}
          checked={isLasting}
          onChoose={setLasting}
        />
      )}
      {isDenying && (
        <div data-elicit="fields">
          <div data-elicit="field" data-kind="text">
            <label data-elicit="label" htmlFor={id} dir="auto">
              {words.why} <span data-elicit="optional">{form.optional}</span>
            </label>
            <textarea
              id={id}
              data-elicit=""
              dir="auto"
              rows={3}
              maxLength={1000}
              value={draft.reason}
              onChange={({ target }) => onChange({ reason: target.value })}
            />
          </div>
        </div>
      )}
      {isDenying ? (
        <Footer
          commit={words.deny}
          onCommit={() => respond({ approved: false, ...(reason !== '' && { reason }) })}
          skip={words.back}
          onSkip={() => onChange({ step: 'review' })}
        />
      ) : (
        <Footer
          commit={words.approve}
          tone={tone}
          onCommit={() => respond({ approved: true, ...(remember && isLasting && { remember: true }) })}
          skip={words.deny}
          onSkip={() => onChange({ step: 'deny' })}
        />
      )}
    </AnswerCard>
  );
}

/** As a form says them. */
const formEnglish = { yes: 'Yes', no: 'No', optional: '(optional)' };
