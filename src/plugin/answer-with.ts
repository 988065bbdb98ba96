import * as z from 'zod';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type {
  AnsweringProps,
  AnswerOfProps,
  PluginClientContext,
  PluginComponent,
  UserProps,
} from './elicit-handler.ts';
import { mapRendering, type Rendering } from './rendering.ts';

/**
 * Make a handler that shows a component and sends its answer.
 *
 * Without `mapProps` the component gets the message and every field of the question's context.
 *
 * @example
 * onElicit({ pickFlight: answerWith(FlightList) })
 * onElicit({ pickSeat: answerWith(SeatPicker, (request) => ({ seatMap: request.seatMap })) })
 */
export function answerWith<Props extends AnsweringProps>(
  Component: PluginComponent<Props>,
): (
  request: { message: string; context: ContextProps<Omit<UserProps<Props>, 'message'>> },
  ctx: PluginClientContext,
) => Rendering<ElicitResult<AnswerOfProps<Props>>>;
export function answerWith<Props extends AnsweringProps, Request>(
  Component: PluginComponent<Props>,
  mapProps: (request: Request) => UserProps<Props>,
): (request: Request, ctx: PluginClientContext) => Rendering<ElicitResult<AnswerOfProps<Props>>>;
export function answerWith<Props extends AnsweringProps>(
  Component: PluginComponent<Props>,
  mapProps: (request: never) => UserProps<Props> = (request: { message: string; context: object }) =>
    ({ ...request.context, message: request.message }) as unknown as UserProps<Props>,
) {
  return (request: never, ctx: PluginClientContext): Rendering<ElicitResult<AnswerOfProps<Props>>> =>
    mapRendering(ctx.render(Component, mapProps(request)), (content) => ({ action: 'accept', content }));
}

/** What a question's context must hold. A component that shows only the message needs nothing. */
type ContextProps<Props> = keyof Props extends never ? unknown : PropsInContext<Props>;

/** The compiler's message names this type and its hint. */
type PropsInContext<
  Props,
  _Hint =
    'Write answerWith(Component, (request) => ({ …props })), or declare the question with question({ context, response })',
> = { [Name in keyof Props]: Props[Name] };

/** The answer of a `Confirm`: yes is `{ confirmed: true }`, no is `{ confirmed: false }`. */
export const confirmSchema: z.ZodType<{ confirmed: boolean }, { confirmed: boolean }> = z.object({
  confirmed: z.boolean(),
});

/** The answer of a `ChoiceList`: the value of the choice. */
export const pickChoiceSchema: z.ZodType<{ choice: string }, { choice: string }> = z.object({ choice: z.string() });

/** The answer of a `MultiChoiceList`: the values of the choices, in the order of the list. */
export const pickChoicesSchema: z.ZodType<{ choices: string[] }, { choices: string[] }> = z.object({
  choices: z.array(z.string()),
});
