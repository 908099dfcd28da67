import { languages } from '#platform/languages'
import { type Texts, textsIn } from './texts.ts'

/** What newcomers are asked to do, one after the other. */
export const steps = ['reply', 'react', 'topic', 'mute'] as const
export type Step = (typeof steps)[number]

/** What comes after a step; undefined: that was the last one. */
export const stepAfter = (step: Step): Step | undefined => steps[steps.indexOf(step) + 1]

export const endedText = ({ ended, askMe }: Texts): string => `${ended} ${askMe}`

/** What the bot says when a step was done, or skipped, and which comes next. */
export function textAfter({ praise, asked, over, askMe }: Texts, step: Step, isDone: boolean): string {
  const next = stepAfter(step)
  const request = next === undefined || next === 'reply' ? `${over} ${askMe}` : asked[next]
  return isDone ? `${praise[step]}\n\n${request}` : request
}

type Command = 'enough' | 'skip' | 'tour'

/** Words by which people steer the tour, of every language: nobody has to know which one the bot speaks. */
const allCommands = (): Map<string, Command> =>
  new Map(
    languages().flatMap((language) =>
      Object.entries(textsIn(language).words).flatMap(([command, words]) =>
        words.split('|').map((word): [string, Command] => [word.trim(), command as Command]),
      ),
    ),
  )
let commands: Map<string, Command> | undefined

/** What somebody wants of the tour, by a word that stands alone. */
export function tourCommand(text: string): Command | undefined {
  commands ??= allCommands()
  return commands.get(
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{M}]+/gu, ' ')
      .trim(),
  )
}
