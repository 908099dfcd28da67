import { listOf, recordOf, textOf, type WidgetData } from './submessages.ts'

/** An answer that a bot offers. */
export interface FormChoice {
  /** What stands on the button. */
  readonly short: string
  /** What it means. */
  readonly long: string
  /** What is sent when it is chosen. */
  readonly reply: string
}

export interface Form {
  readonly heading: string
  readonly choices: readonly FormChoice[]
}

/** Nobody looks through more. */
const maxChoices = 50
const longestShort = 40

/** The form that a message is; whatever is no answer one could give is left out. */
export function formOf({ data }: WidgetData): Form {
  const choices = listOf(data.choices).flatMap((each): FormChoice[] => {
    const one = recordOf(each)
    const reply = textOf(one.reply)
    if (reply === '') return []
    const long = textOf(one.long_name)
    const short = [...(textOf(one.short_name) || long || reply)].slice(0, longestShort).join('')
    return [{ short, long: long === short ? '' : long, reply }]
  })
  return { heading: textOf(data.heading), choices: choices.slice(0, maxChoices) }
}
