import { choiceQuestion, confirmQuestion, createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

/** The questions for the person. */
export const questions = {
  plan: choiceQuestion.with({ context: z.object({ title: z.string() }) }),
  confirm: confirmQuestion,
};

/** The tool's declaration, shared by both sides: the model's arguments and the questions for the person. */
export const planTrip = createMcpTool('plan_trip')
  .description(
    'Plan a return trip without booking it. Compares the prices and the times of what flies, and lets the person choose a plan, so ask for none of that before you call this.',
  )
  .parameters(
    z.object({
      from: z.string().min(1).describe('City or airport code to leave from'),
      destination: z.string().min(1).describe('City or airport code to fly to and back from'),
      outboundDate: z.iso.date().optional().describe('Day of the way out, such as 2026-12-01'),
      nights: z.int().min(1).max(60).default(4).describe('How many nights to stay'),
    }),
  )
  .elicits(questions)
  .limits({ maxTokens: 30_000, timeout: 120_000 });
