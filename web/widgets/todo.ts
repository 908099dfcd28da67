import { nextIndex } from './poll.ts'
import { indexOf, listOf, maxItems, recordOf, textOf, type WidgetData } from './submessages.ts'

export interface Task {
  /** By which whoever does it names it. */
  readonly key: string
  readonly task: string
  readonly description: string
  readonly isDone: boolean
}

export interface TaskList {
  readonly title: string
  readonly tasks: readonly Task[]
}

/** A to-do list as everybody has changed it. Only its author gives it another title. */
export function taskListOf({ data, submissions }: WidgetData, authorId: number): TaskList {
  let title = textOf(data.task_list_title)
  const tasks = new Map<string, Task>()
  const add = (key: string, task: string, description: string) => {
    if (task === '' || tasks.has(key) || tasks.size >= maxItems) return
    if ([...tasks.values()].some((other) => other.task === task)) return
    tasks.set(key, { key, task, description, isDone: false })
  }
  for (const [index, one] of listOf(data.tasks).entries())
    add(`${index},canned`, textOf(recordOf(one).task), textOf(recordOf(one).desc))
  for (const { by, said } of submissions) {
    if (said.type === 'new_task_list_title' && by === authorId) title = textOf(said.title)
    else if (said.type === 'new_task' && indexOf(said.key) !== undefined)
      add(`${said.key},${by}`, textOf(said.task), textOf(said.desc))
    else if (said.type === 'strike') {
      const task = tasks.get(textOf(said.key))
      if (task) tasks.set(task.key, { ...task, isDone: !task.isDone })
    }
  }
  return { title, tasks: [...tasks.values()] }
}

export const strike = (key: string) => ({ type: 'strike', key })

export function newTask({ submissions }: WidgetData, ownId: number, task: string) {
  const own = submissions.filter(({ by, said }) => by === ownId && said.type === 'new_task')
  return { type: 'new_task', key: nextIndex(own.map(({ said }) => said.key)), task, desc: '', completed: false }
}
