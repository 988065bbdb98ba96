import type { OutsideQuestion } from '../client/state/outside-question.ts';
import { compileForm } from '../form/compile-form.ts';
import { problemText } from '../form/problem.ts';
import { isObject } from '../protocol/json.ts';
import { claimQuestion, type QuestionClaim, type QuestionHints } from './claim-question.ts';
import { contentIssues } from './content-issues.ts';
import { cardSchema, contentOf } from './flat-question.ts';
import type { QuestionDeskOptions, QuestionSource, Report } from './question-desk.ts';
import type { McpQuestion } from './read-elicitation.ts';

type Hinted = Pick<QuestionSource, 'call' | 'key'>;

/** Decides what shows a server's question: a plugin of the host, the server's app, or a form. */
export function createQuestionDescriber({ client, server, claim, words, apps }: QuestionDeskOptions, report: Report) {
  function hintsOf({ meta }: McpQuestion, { call, key }: Hinted): QuestionHints {
    // Longer names belong to no plugin, and could not be stored.
    const named = key !== undefined && key.length > 200 ? undefined : key;
    return { toolName: call?.toolName ?? meta.toolName, key: meta.key ?? named };
  }

  function claimOf(question: McpQuestion, source: Hinted): QuestionClaim {
    const hints = hintsOf(question, source);
    return claim?.(question, hints) ?? claimQuestion(client.registry, hints);
  }

  function isForComponent(question: McpQuestion, source: Hinted): boolean {
    try {
      const { toolName, key } = claimOf(question, source);
      return Object.hasOwn(client.registry.get(toolName)?.handlers ?? {}, key);
    } catch {
      // The host's claim fails again when the question is asked, which tells it.
      return true;
    }
  }

  return {
    /**
     * Why a question cannot be shown, in words for the host and the server. Undefined if it can.
     *
     * @param question - as it was read, or why it could not be
     */
    whyNot(question: McpQuestion | string, modes: readonly McpQuestion['mode'][], source: Hinted): string | undefined {
      if (typeof question === 'string') return question;
      if (!modes.includes(question.mode)) return `Elicitations in mode "${question.mode}" are not supported.`;
      if (question.mode === 'url') return undefined;
      // A component of the host may show more than a form does.
      if (isForComponent(question, source)) return undefined;
      const { refusals } = compileForm(question.schema);
      return refusals.length === 0 ? undefined : `No form can ask for it: ${problemText(refusals)}.`;
    },
    /** The question as the page asks it. */
    describe(
      question: McpQuestion,
      source: QuestionSource,
    ): Pick<OutsideQuestion, 'toolName' | 'message'> & Partial<OutsideQuestion> {
      const { message, mode, meta } = question;
      const { attempt, issues } = meta;
      const hints = hintsOf(question, source);
      // The card for pages opens a page, never a plugin's component.
      if (question.mode === 'url')
        return { toolName: hints.toolName, message, mode, url: question.url, attempt, issues };
      const claimed = claimOf(question, source);
      // Our server's flat form lists less than the card of its question, whose answer the server checks.
      const card = meta.key === undefined ? undefined : client.registry.get(claimed.toolName);
      const schema = cardSchema(question.schema, card?.declaration.questions.get(claimed.key)?.json);
      const check = (content: unknown) =>
        card !== undefined && isObject(content) ? [] : contentIssues(schema, contentOf(question, content), words());
      const standIn =
        question.app &&
        apps?.show(question.app, source.call, {
          serverName: server.name,
          fits: (content) => contentIssues(question.schema, content, words()).length === 0,
          onFail: (cause) => report('MCP_APP_FAILED', `The form took the place of ${question.app?.uri}.`, cause),
        });
      return { ...claimed, message, inWords: question.inWords, mode, schema, attempt, issues, check, '~form': standIn };
    },
  };
}
