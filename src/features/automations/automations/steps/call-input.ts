import { text, z } from '#contract'
import { botLimits } from '../../../people/users/bot-wire.ts'
import { maxStepTextLength } from '../limits.ts'

/** Posts JSON to a URL. The answer's values are available to later steps. */
export const Call = z.object({
  kind: z.literal('call'),
  url: text({ trim: true, min: 1, max: botLimits.url }),
  /** Part of what's posted; can be empty. */
  text: text({ trim: true, max: maxStepTextLength }).default(''),
})
export type Call = z.output<typeof Call>

export const CallOut = z.object({ kind: z.literal('call'), url: z.string(), text: z.string() })
