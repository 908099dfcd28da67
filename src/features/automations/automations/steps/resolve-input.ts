import { z } from '#contract'

/** Resolves the topic of the message that started the run. */
export const Resolve = z.object({ kind: z.literal('resolve') })
export type Resolve = z.output<typeof Resolve>
