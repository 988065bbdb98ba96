import * as z from 'zod';

/** What `ctx.notify` tells the person. Every place that passes it on passes it whole. */
export const progressShape = {
  message: z.string(),
  /** How much is done, in the tool's own unit. */
  progress: z.number().optional(),
  /** How much there is to do, in the same unit. */
  total: z.number().optional(),
};

/** What `ctx.log` tells the developer. */
export const logShape = {
  /** Its severity. An unknown one from a newer server is `info`. */
  level: z.enum(['debug', 'info', 'warning', 'error']).catch('info'),
  message: z.string(),
};

/** What `ctx.notify` tells the person. */
export type ProgressReport = z.infer<z.ZodObject<typeof progressShape>>;

/** What `ctx.log` tells the developer. */
export type LogReport = z.infer<z.ZodObject<typeof logShape>>;

/** What a tool reports while it runs. */
export type ToolReport = ({ type: 'log' } & LogReport) | ({ type: 'progress' } & ProgressReport);

/** The severity of a `ctx.log` message. */
export type LogLevel = LogReport['level'];
