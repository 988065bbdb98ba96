import * as z from 'zod';

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
