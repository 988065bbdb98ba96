import * as z from 'zod';
import type { Offers } from './choices.ts';

/** What a question is made of. */
export interface QuestionParts<Response extends z.ZodType, Context extends z.ZodObject> extends Offers<
  Response,
  z.output<Context>
> {
  /** The data that the tool passes with the message, such as the things to choose from. @default none */
  readonly context?: Context | undefined;
  /** The answer. */
  readonly response: Response;
}

/** A question to declare in `.elicits({ … })`. */
export interface Question<Response extends z.ZodType, Context extends z.ZodObject> {
  readonly response: Response;
  readonly context: Context;
  readonly '~offers': Offers;
  /**
   * The same question with more data, or with other functions. A `check` comes after the question's own.
   *
   * @example
   * flightQuestion.with({ context: z.object({ note: z.string() }), inWords: ({ note }) => note })
   */
  with<More extends z.ZodObject = z.ZodObject<Record<never, never>>>(
    more: {
      /** More of the context. @default nothing */
      readonly context?: More | undefined;
    } & Offers<Response, z.output<Context> & z.output<More>>,
  ): Question<Response, z.ZodObject<Context['shape'] & More['shape']>>;
}

/**
 * A question that can be answered in every place, also where its card is not: its choices travel with it, and the tool
 * takes nothing else.
 *
 * All of it is part of the declaration, which the browser gets, too. So it must hold nothing secret.
 *
 * @example
 * createMcpTool('order').elicits({
 *   dish: question({
 *     context: z.object({ menu: z.array(z.object({ id: z.string(), name: z.string() })) }),
 *     response: z.object({ id: z.string() }),
 *     choices: ({ menu }) => menu.map(({ id, name }) => ({ value: { id }, label: name })),
 *   }),
 * })
 */
export function question<Response extends z.ZodType, Context extends z.ZodObject = z.ZodObject<Record<never, never>>>(
  parts: QuestionParts<Response, Context>,
): Question<Response, Context> {
  const { response, context = z.object({}) as unknown as Context, ...offers } = parts;
  return {
    response,
    context,
    '~offers': offers as unknown as Offers,
    with: ({ context: more, ...others }) =>
      question({
        response,
        context: context.extend(more?.shape ?? {}),
        ...offers,
        ...others,
        check: inTurn(offers.check, others.check),
      } as never),
  };
}

/** More data takes no limit away. */
function inTurn<Answer, Context, More>(
  first: Check<Answer, Context>,
  second: Check<Answer, More>,
): Check<Answer, Context & More> {
  if (first === undefined || second === undefined) return first ?? second;
  return (answer, context) => {
    const issues = first(answer, context) ?? [];
    return issues.length > 0 ? issues : second(answer, context);
  };
}

type Check<Answer, Context> = Offers<z.ZodType<Answer>, Context>['check'];
