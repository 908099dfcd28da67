import { listOf, recordOf, textOf, type WidgetData } from './submessages.ts'

interface Item {
  readonly id: string
  readonly label: string
}
interface Button extends Item {
  readonly style: string
}
export interface Menu extends Item {
  readonly options: readonly Item[]
  readonly isRequired: boolean
}
export interface Field extends Item {
  readonly isLong: boolean
  readonly maxLength: number
  readonly isRequired: boolean
}

interface Answer {
  readonly by: number
  readonly button: string
  readonly values: ReadonlyMap<string, string>
  /** The program that has answered for the person; empty where there is none. */
  readonly agent: string
}

/** What a bot asks, as it has said last, and what was answered since. */
export interface Interactive {
  readonly buttons: readonly Button[]
  readonly menus: readonly Menu[]
  readonly fields: readonly Field[]
  readonly submit: string
  /** Ids of those who may answer; undefined for everybody. */
  readonly answerers: readonly unknown[] | undefined
  readonly isOnce: boolean
  readonly isClosed: boolean
  /** What is said once it is closed. */
  readonly note: string
  readonly answers: readonly Answer[]
}

const defaultLength = 500

const item = (one: unknown): Item => ({ id: textOf(recordOf(one).id), label: textOf(recordOf(one).label) })
const itemsIn = <T extends Item>(list: unknown, read: (one: unknown) => T): T[] =>
  listOf(list)
    .map(read)
    .filter(({ id }) => id !== '')

const button = (one: unknown): Button => ({ ...item(one), style: textOf(recordOf(one).style) })
const menu = (one: unknown): Menu => ({
  ...item(one),
  options: itemsIn(recordOf(one).options, item),
  isRequired: recordOf(one).required === true,
})
const field = (one: unknown): Field => {
  const { multiline, max_length, required } = recordOf(one)
  const maxLength = typeof max_length === 'number' ? max_length : defaultLength
  return { ...item(one), isLong: multiline === true, maxLength, isRequired: required === true }
}

export function interactiveOf({ data, submissions }: WidgetData, authorId: number): Interactive {
  let form = data
  let closing: string | undefined
  let answers: Answer[] = []
  for (const { by, said } of submissions) {
    if (by === authorId && said.type === 'close') closing = textOf(said.note)
    else if (by === authorId && said.type === 'update') {
      form = recordOf(said.extra_data)
      closing = undefined
      answers = []
    } else if (said.type === 'answer') {
      const values = Object.entries(recordOf(said.values)).map(([id, value]) => [id, textOf(value)] as const)
      answers.push({ by, button: textOf(said.button), values: new Map(values), agent: textOf(said.agent) })
    }
  }
  return {
    buttons: itemsIn(form.buttons, button),
    menus: itemsIn(form.menus, menu),
    fields: itemsIn(form.fields, field),
    submit: textOf(form.submit),
    answerers: Array.isArray(form.answerers) ? form.answerers : undefined,
    isOnce: form.times !== 'many',
    isClosed: closing !== undefined,
    note: closing || textOf(form.closing_note),
    answers,
  }
}

/** An answer in the words of what was asked: what was pressed, and each thing that was chosen or written. */
export function wordsOf({ buttons, menus, fields }: Interactive, { button, values }: Answer): string[] {
  const pressed = buttons.find(({ id }) => id === button)?.label
  const chosen = menus.flatMap(({ id, label, options }) => {
    const value = values.get(id)
    return value ? [`${label}: ${options.find((option) => option.id === value)?.label ?? value}`] : []
  })
  const written = fields.flatMap(({ id, label }) => {
    const value = values.get(id)
    return value ? [`${label}: ${value}`] : []
  })
  return [...(pressed === undefined ? [] : [pressed]), ...chosen, ...written]
}
