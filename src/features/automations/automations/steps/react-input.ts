import { z } from '#contract'
import { emojiFields, emojiFieldsOut } from '../emoji-input.ts'

/** Adds a reaction to the message that triggered the run. */
export const React = z.object({ kind: z.literal('react'), ...emojiFields })
export type React = z.output<typeof React>

export const ReactOut = z.object({ kind: z.literal('react'), ...emojiFieldsOut })
export type StoredReact = z.input<typeof ReactOut>
