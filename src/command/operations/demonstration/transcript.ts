/** A message in a transcript, with its reactions and votes. */
export interface TranscriptMessage {
  topic: string
  day: number
  minutes: number
  /** First name, in lowercase. */
  sender: string
  content: string
  reactions: { emoji: string; people: string[] }[]
  /** Poll votes, or completed to-do tasks, by position. */
  choices: { kind: 'vote' | 'strike'; index: number; people: string[] }[]
  label?: string
  isPinned: boolean
  isStarred: boolean
}

/** A topic that's marked as resolved. */
export interface Resolution {
  topic: string
  day: number
  minutes: number
  sender: string
}

export interface Transcript {
  messages: TranscriptMessage[]
  resolutions: Resolution[]
}

const opening = /^(\d+) (\d\d):(\d\d) ([a-z]+): ?(.*)$/
const names = (text: string) => text.split(/, ?/).filter(Boolean)
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * Parses a transcript; demo/README.md describes the format.
 * @throws for a line outside a message, or an unknown directive
 */
export function parseTranscript(text: string): Transcript {
  const messages: TranscriptMessage[] = []
  const resolutions: Resolution[] = []
  let topic = ''
  for (const line of text.split('\n')) {
    const current = messages.at(-1)
    const [, day, hours, minutes, sender = '', content = ''] = opening.exec(line) ?? []
    if (day)
      messages.push({
        ...{ topic, sender, content, day: Number(day), minutes: Number(hours) * 60 + Number(minutes) },
        ...{ reactions: [], choices: [], isPinned: false, isStarred: false },
      })
    else if (line.startsWith('## ')) topic = line.slice(3)
    else if (!current) throw new Error(`No message begins before: ${line}`)
    else if (!line.startsWith('.. ')) current.content += `\n${line}`
    else if (line.startsWith('.. resolve ')) {
      const [name = '', time = ''] = line.slice('.. resolve '.length).split(' ')
      resolutions.push({ topic, day: current.day, minutes: minutesOf(time), sender: name })
    } else direct(current, line.slice(3))
  }
  for (const message of messages) message.content = message.content.trimEnd()
  return { messages, resolutions }
}

function direct(message: TranscriptMessage, directive: string): void {
  const [word = '', ...rest] = directive.split(' ')
  const words = rest.join(' ')
  if (word.startsWith('+')) message.reactions.push({ emoji: word.slice(1), people: names(words) })
  else if (word === 'as') message.label = words
  else if (word === 'pin') message.isPinned = true
  else if (word === 'star') message.isStarred = true
  else if (word === 'votes' || word === 'done')
    message.choices.push({
      kind: word === 'votes' ? 'vote' : 'strike',
      index: Number(rest[0]),
      people: names(rest.slice(1).join(' ')),
    })
  else throw new Error(`Unknown directive: .. ${directive}`)
}
