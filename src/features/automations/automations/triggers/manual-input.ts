import { text, z } from '#contract'
import { isBuiltInCommand, isCommandName } from '../../../messages/slash-commands/command-rules.ts'
import { maxCommandHintLength, maxCommandLength } from '../../../messages/slash-commands/limits.ts'

/** Runs when someone enters a slash command. */
export const ManualTrigger = z.object({
  kind: z.literal('manual'),
  /** Without the slash. */
  command: text({ trim: true, min: 1, max: maxCommandLength })
    .refine(
      isCommandName,
      'must start with a letter, and can only contain lowercase letters, digits, hyphens, and underscores',
    )
    .refine((name) => !isBuiltInCommand(name), 'is a built-in command'),
  /** What to enter after the command. */
  hint: text({ trim: true, max: maxCommandHintLength }).default(''),
})

export const ManualTriggerOut = z.object({
  kind: z.literal('manual'),
  command: z.string(),
  hint: z.string(),
})
