import { indexOf, listOf, maxItems, textOf, type WidgetData } from './submessages.ts'

interface PollOption {
  /** By which votes name it. */
  readonly key: string
  readonly text: string
  /** Ids of those who are for it. */
  readonly voters: readonly number[]
}

export interface Poll {
  readonly question: string
  readonly options: readonly PollOption[]
}

/** A poll as votes, new options and new questions have made it. Only its author asks another question. */
export function pollOf({ data, submissions }: WidgetData, authorId: number): Poll {
  let question = textOf(data.question)
  const texts = new Map<string, string>()
  const voters = new Map<string, Set<number>>()
  const add = (key: string, text: string) => {
    if (text === '' || texts.has(key) || texts.size >= maxItems || [...texts.values()].includes(text)) return
    texts.set(key, text)
    voters.set(key, new Set())
  }
  for (const [index, text] of listOf(data.options).entries()) add(`canned,${index}`, textOf(text))
  for (const { by, said } of submissions) {
    if (said.type === 'question' && by === authorId) question = textOf(said.question)
    else if (said.type === 'new_option' && indexOf(said.idx) !== undefined)
      add(`${by},${said.idx}`, textOf(said.option))
    else if (said.type === 'vote') {
      const option = voters.get(textOf(said.key))
      if (said.vote === 1) option?.add(by)
      else if (said.vote === -1) option?.delete(by)
    }
  }
  return {
    question,
    options: [...texts].map(([key, text]) => ({ key, text, voters: [...(voters.get(key) ?? [])] })),
  }
}

export const vote = (key: string, on: boolean) => ({ type: 'vote', key, vote: on ? 1 : -1 })

/** Options of one person are counted, so that two people who add one at once add two. */
export function newOption({ submissions }: WidgetData, ownId: number, option: string) {
  const own = submissions.filter(({ by, said }) => by === ownId && said.type === 'new_option')
  return { type: 'new_option', idx: nextIndex(own.map(({ said }) => said.idx)), option }
}

export const nextIndex = (taken: readonly unknown[]): number =>
  Math.max(0, ...taken.map((index) => (indexOf(index) ?? 0) + 1))
