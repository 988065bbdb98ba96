import { useState, type ReactNode } from 'react';
import { callFacts, jsonText, type CallFact } from '../../protocol/call-facts.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { isShownWhole, plainText } from '../../protocol/plain-text.ts';
import type { Spoken } from '../../words/word-for.ts';
import { Notice } from '../kit/Notice.tsx';
import { ScrollRegion } from '../parts/ScrollRegion.tsx';
import type { ReviewCallMessages } from './words.ts';

interface CallArgumentsProps {
  given: JsonObject;
  /** JSON Schema of the arguments. */
  parameters: JsonObject;
  onEdit: (() => void) | undefined;
  /** The words for yes and no. */
  answers: readonly [string, string];
  words: Spoken<ReviewCallMessages>;
}

/** A call's arguments, line by line or as JSON. Secrets are masked. */
export function CallArguments({ given, parameters, onEdit, answers, words }: CallArgumentsProps): ReactNode {
  const [isJson, setJson] = useState(false);
  const facts = callFacts(given, parameters, answers);
  const json = isJson ? jsonText(given) : '';
  const isWhole = facts.every((fact) => fact.isWhole) && isShownWhole(json, mostJson);
  return (
    <>
      {facts.length === 0 && (
        <p data-elicit="note" dir="auto">
          {words.noArguments}
        </p>
      )}
      {isJson ? (
        <JsonText label={words.asJson} text={plainText(json, mostJson)} />
      ) : (
        facts.length > 0 && (
          <dl data-elicit="facts">
            {facts.map((fact) => (
              <div key={fact.name} data-elicit="fact" data-kind={isLong(fact) ? 'long' : undefined}>
                <dt data-elicit="" dir="auto">
                  {fact.label}
                </dt>
                <dd data-elicit="" dir="auto">
                  {isLong(fact) ? <JsonText label={fact.label} text={fact.value} isJson={fact.isJson} /> : fact.value}
                </dd>
              </div>
            ))}
          </dl>
        )
      )}
      {!isWhole && (
        <div data-elicit="fields">
          <Notice kind="warning">{words.notWhole}</Notice>
        </div>
      )}
      {(facts.length > 0 || onEdit) && (
        <div data-elicit="card-ways">
          {onEdit && (
            <button type="button" data-elicit="change" onClick={onEdit}>
              {words.edit}
            </button>
          )}
          {facts.length > 0 && (
            <button type="button" data-elicit="change" onClick={() => setJson(!isJson)}>
              {isJson ? words.asFields : words.asJson}
            </button>
          )}
        </div>
      )}
    </>
  );
}

const mostJson = 100_000;
const isLong = ({ value, isJson }: CallFact) => isJson || value.length > 100 || value.includes('\n');

/** A long text, or JSON. */
function JsonText({ label, text, isJson = true }: { label: string; text: string; isJson?: boolean }): ReactNode {
  return (
    <ScrollRegion
      data-elicit="call-text"
      data-kind={isJson ? 'json' : 'text'}
      dir={isJson ? 'ltr' : 'auto'}
      aria-label={label}
    >
      {text}
    </ScrollRegion>
  );
}
