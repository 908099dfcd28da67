import { listOf, recordOf, textOf, type WidgetData } from './submessages.ts'

export interface FormChoice {
  readonly short: string
  readonly long: string
  /** The message sent when it's chosen. */
  readonly reply: string
}

export interface Form {
  readonly heading: string
  readonly choices: readonly FormChoice[]
}

/** More choices are dropped. */
const maxChoices = 50
const longestShort = 40

/** A message's form; invalid choices are dropped. */
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
