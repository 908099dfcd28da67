import { isComposing } from '../../parts/is-composing.ts'
import './send-menu.css'
import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { createScheduledMessage } from '../../../src/features/messages/scheduled-messages/api.ts'
import { createSavedSnippet } from '../../../src/features/text/saved-snippets/api.ts'
import { timeFormat } from '../../entities/time-format.ts'
import type { Conversation } from '../../narrow/narrow.ts'
import { hrefOf } from '../../navigation/route.ts'
import { addLayer } from '../../parts/layers.ts'
import { part } from '../../store/connection.ts'
import { newestMessage } from '../../store/conversations.ts'
import { drafts } from '../../store/drafts.ts'
import { t } from '../../texts/writing.ts'
import { api } from '../../transport/api.ts'
import { messageOf } from '../slash/slash-text.ts'
import { presets } from './when.ts'
import { When } from './when-field.tsx'

const scheduled = part<unknown[]>('scheduled_messages')
const reminders = part<unknown[]>('reminders')
const hourFormat = timeFormat({ hour: 'numeric', minute: '2-digit' })

interface Props {
  readonly conversation: Conversation | undefined
  /** True if the text can be sent as it is, now or later. */
  readonly canSchedule: boolean
  readonly text: string
  readonly onScheduled: (id: number, at: Date) => void
  readonly onDrafted: () => void
  readonly onClose: () => void
}

export const SendMenu = ({ conversation, canSchedule, text, onScheduled, onDrafted, onClose }: Props) => {
  const root = useRef<HTMLDivElement>(null)
  const problem = useSignal<string | undefined>(undefined)
  const title = useSignal('')
  useLayoutEffect(() => addLayer(onClose), [])
  useLayoutEffect(() => {
    const place = () => {
      const { current: menu } = root
      menu?.classList.remove('is-over')
      menu?.classList.toggle('is-over', menu.getBoundingClientRect().top < 8)
    }
    place()
    addEventListener('resize', place)
    return () => removeEventListener('resize', place)
  }, [])
  useEffect(() => {
    root.current?.querySelector<HTMLElement>('button, input, a')?.focus()
    const away = (event: MouseEvent) => {
      if (!root.current?.contains(event.target as Node)) onClose()
    }
    const timer = setTimeout(() => addEventListener('click', away))
    return () => {
      clearTimeout(timer)
      removeEventListener('click', away)
    }
  }, [])
  const newest = conversation && newestMessage(conversation)
  const say = (error: Error) => {
    problem.value = error.message
  }
  const schedule = (at: Date) => {
    if (!conversation) return
    api
      .call(createScheduledMessage, {
        ...(conversation.kind === 'topic'
          ? { type: 'stream' as const, to: conversation.channelId, topic: conversation.topic }
          : { type: 'direct' as const, to: [...conversation.userIds] }),
        content: messageOf(text),
        scheduled_delivery_timestamp: Math.floor(at.getTime() / 1000),
      })
      .then(({ scheduled_message_id }) => onScheduled(scheduled_message_id, at))
      .catch(say)
  }
  const saveSnippet = () => api.call(createSavedSnippet, { title: title.value, content: text }).then(onClose).catch(say)
  return (
    <div
      class="send-menu"
      role="dialog"
      aria-label={t.sendMenu}
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return
        event.stopPropagation()
        onClose()
      }}
    >
      {conversation && canSchedule && (
        <>
          <h3>{t.sendLater}</h3>
          {presets(new Date()).map(({ day, at }) => (
            <button type="button" class="entry" key={at.getTime()} onClick={() => schedule(at)}>
              <span class="name">{t.presetDay[day]}</span>
              <span class="soft">{hourFormat.format(at)}</span>
            </button>
          ))}
          <When onTake={schedule} />
        </>
      )}
      {text.trim() !== '' && (
        <div class="snippet-field">
          <label>
            {t.saveSnippet}
            <input
              type="text"
              maxLength={60}
              placeholder={t.snippetTitle}
              value={title.value}
              onInput={(event) => {
                title.value = event.currentTarget.value
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || isComposing(event)) return
                event.preventDefault()
                if (title.value.trim() !== '') void saveSnippet()
              }}
            />
          </label>
          <button type="button" class="button" disabled={title.value.trim() === ''} onClick={() => void saveSnippet()}>
            {t.save}
          </button>
        </div>
      )}
      {problem.value !== undefined && (
        <p class="error" role="alert">
          {problem.value}
        </p>
      )}
      {text.trim() !== '' && (
        <button type="button" class="entry" onClick={onDrafted}>
          <span class="name">{t.keepAsDraft}</span>
        </button>
      )}
      {newest !== undefined && (
        <button
          type="button"
          class="entry"
          onClick={() => {
            onClose()
            void import('./remind.tsx').then(({ openRemind }) => openRemind({ id: newest }))
          }}
        >
          <span class="name">{t.remindOfThis}</span>
        </button>
      )}
      <a class="entry" href={hrefOf({ view: 'drafts' })}>
        <span class="name">{t.drafts}</span>
        <span class="soft">{drafts.value.length || ''}</span>
      </a>
      <a class="entry" href={hrefOf({ view: 'scheduled' })}>
        <span class="name">{t.scheduledMessages}</span>
        <span class="soft">{scheduled.value?.length || ''}</span>
      </a>
      <a class="entry" href={hrefOf({ view: 'reminders' })}>
        <span class="name">{t.reminders}</span>
        <span class="soft">{reminders.value?.length || ''}</span>
      </a>
    </div>
  )
}
