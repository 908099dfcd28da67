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
  /** The agent that answered for the user; empty if there was none. */
  readonly agent: string
}

export interface Interactive {
  readonly buttons: readonly Button[]
  readonly questions: readonly (Menu | Field)[]
  readonly submit: string
  /** Ids of people who can answer; undefined for everyone. */
  readonly answerers: readonly unknown[] | undefined
  /** The group whose members can answer; undefined for everyone. */
  readonly answererGroup: number | undefined
  readonly isOnce: boolean
  readonly isClosed: boolean
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

function inOrder<T extends Item>(questions: readonly T[], order: readonly unknown[]): T[] {
  const places = new Map(order.map((id, place) => [id, place]))
  const placeOf = ({ id }: T) => places.get(id) ?? order.length
  return [...questions].sort((question, other) => placeOf(question) - placeOf(other))
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
    questions: inOrder([...itemsIn(form.menus, menu), ...itemsIn(form.fields, field)], listOf(form.order)),
    submit: textOf(form.submit),
    answerers: Array.isArray(form.answerers) ? form.answerers : undefined,
    answererGroup: typeof form.answerer_group === 'number' ? form.answerer_group : undefined,
    isOnce: form.times !== 'many',
    isClosed: closing !== undefined,
    note: closing || textOf(form.closing_note),
    answers,
  }
}

/** An answer as text: the button pressed, and each value. */
export function wordsOf({ buttons, questions }: Interactive, { button, values }: Answer): string[] {
  const pressed = buttons.find(({ id }) => id === button)?.label
  const said = questions.flatMap((question) => {
    const value = values.get(question.id)
    const option = 'options' in question ? question.options.find(({ id }) => id === value) : undefined
    return value ? [`${question.label}: ${option?.label ?? value}`] : []
  })
  return [...(pressed === undefined ? [] : [pressed]), ...said]
}
