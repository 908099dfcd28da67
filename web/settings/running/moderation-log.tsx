import '../../people/people.css'
import './running.css'
import { useSignal } from '@preact/signals'
import { getModerationLog } from '../../../src/features/messages/moderation-log/api.ts'
import { maxPage } from '../../../src/features/messages/moderation-log/limits.ts'
import type { ModerationLogEntry } from '../../../src/features/messages/moderation-log/wire.ts'
import { timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { untilText } from '../../popovers/restriction-text.ts'
import { nameOf } from '../../store/people.ts'
import { m } from '../../texts/moderation-log.ts'
import { s } from '../../texts/restrictions.ts'
import { runningTitles as t } from '../../texts/running-titles.ts'
import { api } from '../../transport/api.ts'
import { Quoted } from './review-queue.tsx'

const pageSize = 50

export function ModerationLog() {
  const limit = useSignal(pageSize)
  const { value, problem } = useLoaded(() => api.call(getModerationLog, { limit: limit.value }), {
    types: ['moderation_log'],
    key: limit.value,
  })
  return (
    <>
      <p class="lead">{t.help.moderationLog}</p>
      {!value && <Loading problem={problem} label={m.loading} />}
      {value?.entries.length === 0 && <p class="soft list-empty">{m.none}</p>}
      <ul class="records" aria-label={t.moderationLog}>
        {value?.entries.map((entry) => (
          <li key={entry.id}>
            <div class="record-words">
              <Entry entry={entry} />
            </div>
          </li>
        ))}
      </ul>
      {value?.has_more && (
        <button type="button" class="button" onClick={() => (limit.value = maxPage)}>
          {m.more}
        </button>
      )}
    </>
  )
}

const Entry = ({ entry }: { entry: ModerationLogEntry }) => (
  <>
    {entry.user_id !== null && (
      <a class="name" dir="auto" href={`#user/${entry.user_id}`}>
        {nameOf(entry.user_id)}
      </a>
    )}
    <span>{actionText(entry)}</span>
    {entry.reason !== '' && <Quoted text={entry.reason} />}
    <span class="soft small">
      {timeOf(entry.at)}
      {entry.reversed_at !== null && ` · ${m.reversed[entry.action](timeOf(entry.reversed_at))}`}
    </span>
  </>
)

function actionText({ action, restriction, period, until }: ModerationLogEntry): string {
  if (restriction) return `${s.kinds[restriction]} · ${untilText({ until })}`
  if (period) return m.deleted[period]
  return action === 'ban' ? m.actions.ban : m.actions.lockdown(timeOf(until ?? 0))
}
