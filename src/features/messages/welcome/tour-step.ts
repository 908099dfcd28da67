import { languages } from '#platform/languages'
import { type Texts, textsIn } from './texts.ts'

export const steps = ['reply', 'react', 'topic', 'mute'] as const
export type Step = (typeof steps)[number]

export const stepAfter = (step: Step): Step | undefined => steps[steps.indexOf(step) + 1]

export const endedText = ({ ended, askMe }: Texts): string => `${ended} ${askMe}`

/** The bot's text after a step was done or skipped, with the next one. */
export function textAfter({ praise, asked, over, askMe }: Texts, step: Step, isDone: boolean): string {
  const next = stepAfter(step)
  const request = next === undefined || next === 'reply' ? `${over} ${askMe}` : asked[next]
  return isDone ? `${praise[step]}\n\n${request}` : request
}

type Command = 'enough' | 'skip' | 'tour'

/** Commands for the tour in every language, whichever the bot uses. */
const allCommands = (): Map<string, Command> =>
  new Map(
    languages().flatMap((language) =>
      Object.entries(textsIn(language).words).flatMap(([command, words]) =>
        words.split('|').map((word): [string, Command] => [word.trim(), command as Command]),
      ),
    ),
  )
let commands: Map<string, Command> | undefined

export function tourCommand(text: string): Command | undefined {
  commands ??= allCommands()
  return commands.get(
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{M}]+/gu, ' ')
      .trim(),
  )
}
