import '../people/people.css'
import './running.css'
import { useSignal } from '@preact/signals'
import { isModerator, type UserId } from '#contract'
import { type AuditEntry, getAuditLog } from '../../../src/features/people/audit-log/api.ts'
import { timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { downloadText } from '../../parts/download.ts'
import { reasonOf } from '../../parts/refusal.ts'
import { nameOf, people } from '../../store/people.ts'
import { nameOrder } from '../../texts/locale.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'

const page = 50
/** Most entries in a file; they're fetched in pages of a thousand. */
const maxPerFile = 50_000

type Entry = Awaited<ReturnType<typeof fetchEntries>>['entries'][number]
interface Filter {
  readonly acting_user_id?: UserId
  readonly action?: string
  readonly since?: number
  readonly until?: number
}

const fetchEntries = (filter: Filter, limit: number, before?: number) =>
  api.call(getAuditLog, { ...filter, limit, ...(before === undefined ? {} : { before }) })

/** Start of a day in the user's time zone, in UNIX seconds. */
const startOf = (day: string, later = 0): number => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return Math.floor(new Date(year, month - 1, date + later).getTime() / 1000)
}

export function AuditLog() {
  const who = useSignal(0)
  const action = useSignal('')
  const since = useSignal('')
  const until = useSignal('')
  const more = useSignal<readonly Entry[]>([])
  const isLast = useSignal(false)
  const problem = useSignal('')
  const fetched = useSignal<number | undefined>(undefined)
  const filter = (): Filter => ({
    ...(who.value !== 0 && { acting_user_id: who.value as UserId }),
    ...(action.value.trim() !== '' && { action: action.value.trim() }),
    ...(since.value !== '' && { since: startOf(since.value) }),
    ...(until.value !== '' && { until: startOf(until.value, 1) }),
  })
  const key = JSON.stringify(filter())
  const first = useLoaded(
    async () => {
      const answer = await fetchEntries(filter(), page)
      more.value = []
      isLast.value = !answer.has_more
      return answer
    },
    { key },
  )
  const entries = [...(first.value?.entries ?? []), ...more.value]
  const showMore = async () => {
    problem.value = ''
    try {
      const answer = await fetchEntries(filter(), page, entries.at(-1)?.id)
      more.value = [...more.peek(), ...answer.entries]
      isLast.value = !answer.has_more
    } catch (refusal) {
      problem.value = reasonOf(refusal)
    }
  }
  const download = async () => {
    problem.value = ''
    const lines: string[] = []
    try {
      for (let before: number | undefined; lines.length < maxPerFile; ) {
        const answer = await fetchEntries(filter(), 1_000, before)
        for (const entry of answer.entries) lines.push(JSON.stringify(entry))
        fetched.value = lines.length
        before = answer.entries.at(-1)?.id
        if (!answer.has_more) break
      }
      downloadText('audit-log.jsonl', `${lines.join('\n')}\n`, 'application/x-ndjson')
    } catch (refusal) {
      problem.value = reasonOf(refusal)
    }
    fetched.value = undefined
  }
  const high = [...people.value.values()].filter((one) => isModerator(one) && !one.is_bot)
  const actions = [...new Set(entries.map((entry) => entry.action))].sort()
  return (
    <>
      <p class="lead">{r.help.audit}</p>
      <div class="filters-line audit-filters">
        <label class="field">
          <span class="label">{r.auditWho}</span>
          <select value={who.value} onChange={({ currentTarget }) => (who.value = Number(currentTarget.value))}>
            <option value={0}>{r.auditAnyone}</option>
            {high
              .sort((a, b) => nameOrder.compare(a.full_name, b.full_name))
              .map(({ user_id, full_name }) => (
                <option key={user_id} value={user_id}>
                  {full_name}
                </option>
              ))}
          </select>
        </label>
        <label class="field grows">
          <span class="label">{r.auditWhat}</span>
          <input
            list="audit-actions"
            maxLength={200}
            placeholder={r.auditAnything}
            value={action.value}
            onChange={({ currentTarget }) => (action.value = currentTarget.value)}
          />
          <datalist id="audit-actions">
            {actions.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </label>
        <label class="field">
          <span class="label">{r.auditSince}</span>
          <input
            type="date"
            value={since.value}
            onChange={({ currentTarget }) => (since.value = currentTarget.value)}
          />
        </label>
        <label class="field">
          <span class="label">{r.auditUntil}</span>
          <input
            type="date"
            value={until.value}
            onChange={({ currentTarget }) => (until.value = currentTarget.value)}
          />
        </label>
      </div>
      <div class="list-line">
        <button type="button" class="button" disabled={fetched.value !== undefined} onClick={() => void download()}>
          {r.auditDownload}
        </button>
        <span class="soft small" role="status">
          {fetched.value !== undefined ? r.auditDownloading(fetched.value) : ''}
        </span>
      </div>
      {!first.value && <Loading problem={first.problem} label={r.loading} />}
      {first.value && entries.length === 0 && <p class="soft list-empty">{r.auditNone}</p>}
      <ul class="records" aria-label={r.audit}>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </ul>
      {problem.value !== '' && (
        <p class="setting-problem" role="alert">
          {problem.value}
        </p>
      )}
      {first.value && !isLast.value && (
        <button type="button" class="button" onClick={() => void showMore()}>
          {r.more}
        </button>
      )}
    </>
  )
}

/** How the server names itself in the log. */
const ownNames: Readonly<Record<string, string | undefined>> = {
  'command line': r.auditCommandLine,
  server: r.auditServer,
}
/** Changes made by a directory carry its token's name. */
const directory = 'Directory: '
const isDirectory = (client: string): boolean => client.startsWith(directory)
const clientName = (client: string): string =>
  isDirectory(client) ? r.auditDirectory(client.slice(directory.length)) : (ownNames[client] ?? client)

function Row({ entry }: { entry: Entry }) {
  const { time, acting_user_id, action, params, address, client } = entry as typeof AuditEntry._zod.output
  const isEmpty = Object.keys(params).length === 0
  return (
    <li>
      <div class="record-words">
        <span class="name" dir="auto">
          {acting_user_id !== null
            ? nameOf(acting_user_id)
            : isDirectory(client)
              ? clientName(client)
              : r.unknownPerson}{' '}
          <code>{action}</code>
        </span>
        <span class="soft small">
          {[timeOf(time), address && r.auditFrom(address), clientName(client)].filter(Boolean).join(' · ')}
        </span>
        {!isEmpty && (
          <details class="small">
            <summary>{r.auditParams}</summary>
            <pre dir="ltr">{JSON.stringify(params, null, 2)}</pre>
          </details>
        )}
      </div>
    </li>
  )
}
