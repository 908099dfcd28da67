import { list } from 'messages:format'
import { signal, useSignal } from '@preact/signals'
import type { ComponentChild, FunctionComponent } from 'preact'
import { ApiError } from '#contract'
import { addSubmessage } from '../../src/features/messages/messages/submessages/api.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { Icon } from '../parts/icon.tsx'
import { useUniqueId } from '../parts/unique-id.ts'
import { nameOf, ownId } from '../store/people.ts'
import { t } from '../texts/index.ts'
import { api } from '../transport/api.ts'
import { newOption, type Poll, pollOf, vote } from './poll.ts'
import type { WidgetData } from './submessages.ts'
import { newTask, strike, type TaskList, taskListOf } from './todo.ts'

const longestText = 200

export interface WidgetProps {
  readonly message: Message
  readonly widget: WidgetData
  readonly id: string
  readonly text: ComponentChild
}

/** Bot forms are rare, so they're loaded on demand; until then the text is shown. */
const asking = signal<FunctionComponent<WidgetProps> | undefined>(undefined)
const InteractiveWidget = (props: WidgetProps) => {
  const View = asking.value
  if (View) return <View {...props} />
  import('./interactive-form.tsx').then((all) => {
    asking.value = all.InteractiveWidget
  }, console.error)
  return props.text
}

/**
 * Replaces the text of a message. In polls and to-do lists, changes are shown once the server has them, for everyone at
 * once.
 */
export function Widget(props: WidgetProps) {
  const { message, widget, id } = props
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const say = async (action: object): Promise<boolean> => {
    isBusy.value = true
    problem.value = ''
    try {
      await api.call(addSubmessage, { message_id: message.id, msg_type: 'widget', content: JSON.stringify(action) })
      return true
    } catch (refusal) {
      problem.value = refusal instanceof ApiError ? refusal.message : t.notSaved
      return false
    } finally {
      isBusy.value = false
    }
  }
  const actions = { say, isBusy: isBusy.value }
  if (widget.kind !== 'poll' && widget.kind !== 'todo') return <InteractiveWidget {...props} />
  return (
    <div class="widget" id={id}>
      {widget.kind === 'poll' ? (
        <PollView poll={pollOf(widget, message.sender_id)} widget={widget} {...actions} />
      ) : (
        <TaskListView list={taskListOf(widget, message.sender_id)} widget={widget} {...actions} />
      )}
      {problem.value !== '' && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </div>
  )
}

interface Actions {
  readonly widget: WidgetData
  readonly isBusy: boolean
  say(action: object): Promise<boolean>
}

const PollView = ({ poll, widget, say, isBusy }: Actions & { poll: Poll }) => {
  const most = Math.max(1, ...poll.options.map(({ voters }) => voters.length))
  return (
    <>
      <p class="title" dir="auto">
        {poll.question || t.poll}
      </p>
      <ul>
        {poll.options.map(({ key, text, voters }) => {
          const isOwn = voters.includes(ownId.value)
          const names = voters.map(nameOf)
          return (
            <li key={key}>
              <label class="option">
                <button
                  type="button"
                  class="vote"
                  aria-pressed={isOwn}
                  aria-disabled={isBusy}
                  aria-label={t.voteFor(text, voters.length)}
                  onClick={() => isBusy || void say(vote(key, !isOwn))}
                >
                  {voters.length}
                </button>
                <span class="option-text">
                  <span dir="auto">{text}</span>
                  <span class="bar-of-votes" style={{ inlineSize: `${(voters.length / most) * 100}%` }} />
                  {names.length > 0 && <span class="soft voters">{list(names)}</span>}
                </span>
              </label>
            </li>
          )
        })}
      </ul>
      <Adding
        label={t.newOption}
        button={t.addOption}
        isTaken={(text) => poll.options.some((option) => option.text === text)}
        add={(text) => say(newOption(widget, ownId.value, text))}
      />
    </>
  )
}

const TaskListView = ({ list, widget, say, isBusy }: Actions & { list: TaskList }) => (
  <>
    <p class="title" dir="auto">
      {list.title || t.taskList}
    </p>
    <ul>
      {list.tasks.map(({ key, task, description, isDone }) => (
        <li key={key}>
          <label class={isDone ? 'task done' : 'task'}>
            <input
              type="checkbox"
              checked={isDone}
              disabled={isBusy}
              onClick={(event) => {
                // it changes with the event, because the state is shared by everyone
                event.preventDefault()
                void say(strike(key))
              }}
            />
            <span dir="auto">
              <span class="name">{task}</span>
              {description !== '' && <span class="soft"> {description}</span>}
            </span>
          </label>
        </li>
      ))}
    </ul>
    <Adding
      label={t.newTask}
      button={t.addTask}
      isTaken={(text) => list.tasks.some(({ task }) => task === text)}
      add={(text) => say(newTask(widget, ownId.value, text))}
    />
  </>
)

interface AddingProps {
  readonly label: string
  readonly button: string
  isTaken(text: string): boolean
  add(text: string): Promise<boolean>
}

const Adding = ({ label, button, isTaken, add }: AddingProps) => {
  const text = useSignal('')
  const taken = useUniqueId()
  const trimmed = text.value.trim()
  const isKnown = isTaken(trimmed)
  return (
    <form
      class="adding"
      onSubmit={async (event) => {
        event.preventDefault()
        if (trimmed !== '' && !isKnown && (await add(trimmed))) text.value = ''
      }}
    >
      <input
        value={text.value}
        maxLength={longestText}
        placeholder={label}
        aria-label={label}
        aria-describedby={taken}
        dir="auto"
        onInput={(event) => (text.value = event.currentTarget.value)}
      />
      <button type="submit" disabled={trimmed === '' || isKnown} aria-label={button} title={button}>
        <Icon name="plus" />
      </button>
      <span id={taken} class="soft" aria-live="polite">
        {isKnown ? t.isThere : ''}
      </span>
    </form>
  )
}
