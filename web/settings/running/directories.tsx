import '../people/people.css'
import './running.css'
import { useSignal } from '@preact/signals'
import { getDirectories, getRun, type Run, startRun, stopRun } from '../../../src/features/sign-in/directories/api.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { nameOf } from '../../store/people.ts'
import { directories as t } from '../../texts/directories.ts'
import { t as main } from '../../texts/index.ts'
import { locale } from '../../texts/locale.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'

const isOpen = ({ state }: Run) => state === 'waiting' || state === 'running'

export function Directories() {
  const loaded = useLoaded(() => api.call(getDirectories, {}), { types: ['directory_run'] })
  const actions = useActions()
  const { value } = loaded
  const act = (key: number | string, what: () => Promise<unknown>) =>
    actions.run(key, async () => {
      await what()
      await loaded.reload()
    })
  if (!value)
    return (
      <>
        <p class="lead">{r.help.directories}</p>
        <Loading problem={loaded.problem} label={t.loading} />
      </>
    )
  const runs = value.runs as Run[]
  const begin = (dry_run: boolean) => act('new', () => api.call(startRun, { dry_run }))
  const isBusy = actions.isBusy('new') || runs.some(isOpen)
  return (
    <>
      <p class="lead">{r.help.directories}</p>
      {value.directories.length === 0 ? (
        <p class="soft list-empty">{t.none}</p>
      ) : (
        <>
          <ul class="records" aria-label={t.list}>
            {value.directories.map(({ name, host, accounts }) => (
              <li key={name}>
                <div class="record-words">
                  <span class="name" dir="auto">
                    {name}
                  </span>
                  <span class="soft small">
                    <bdi>{host}</bdi> · {t.accounts[accounts]}
                  </span>
                </div>
              </li>
            ))}
          </ul>
          <p class="soft">{value.every_minutes === 0 ? t.never : t.every(value.every_minutes)}</p>
          <div class="list-line">
            <button type="button" class="button primary" disabled={isBusy} onClick={() => begin(true)}>
              {t.tryIt}
            </button>
            <button type="button" class="button" disabled={isBusy} onClick={() => begin(false)}>
              {t.doIt}
            </button>
          </div>
          <Refusal text={actions.problem('new')} />
        </>
      )}
      {runs.length === 0 ? (
        value.directories.length > 0 && <p class="soft list-empty">{t.noRuns}</p>
      ) : (
        <ul class="records" aria-label={t.runs}>
          {runs.map((run) => (
            <li key={run.id}>
              <RunLine run={run} />
              <Refusal text={actions.problem(run.id)} />
              {isOpen(run) && (
                <div class="record-buttons">
                  <button
                    type="button"
                    class="button"
                    aria-label={t.stopOf(timeOf(run.requested_at))}
                    disabled={actions.isBusy(run.id)}
                    onClick={() => act(run.id, () => api.call(stopRun, { run_id: run.id }))}
                  >
                    {t.stop}
                  </button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const number = (n: number) => n.toLocaleString(locale)

function RunLine({ run }: { run: Run }) {
  const counted = Object.entries(run.counts).filter(([kind]) => kind !== 'people')
  const facts = [
    run.state === 'running' && run.phase && t.phases[run.phase],
    run.acting_user_id === null ? t.byItself : nameOf(run.acting_user_id),
    t.people(run.people),
  ]
  const isUnchanged = run.state === 'done' && counted.length === 0
  return (
    <div class="record-words">
      <span class="name">
        {timeOf(run.requested_at)} · {[run.dry_run && t.trial, t.states[run.state]].filter(Boolean).join(' · ')}
      </span>
      <span class="soft small" dir="auto">
        {facts.filter(Boolean).join(' · ')}
      </span>
      {isOpen(run) && <progress aria-label={t.states[run.state]} />}
      {run.problem && (
        <span class="setting-problem" dir="auto">
          {run.problem}
        </span>
      )}
      <span class="small">
        {isUnchanged
          ? t.unchanged
          : counted.map(([kind, n]) => `${t.counts[kind] ?? kind}: ${number(n)}`).join(main.separator)}
      </span>
      {!isOpen(run) && counted.length > 0 && <Details run={run} />}
    </div>
  )
}

function Details({ run }: { run: Run }) {
  const isShown = useSignal(false)
  return (
    <details class="small" onToggle={({ currentTarget }) => (isShown.value = currentTarget.open)}>
      <summary aria-label={t.detailsOf(timeOf(run.requested_at))}>{t.details}</summary>
      {isShown.value && <Changes id={run.id} />}
    </details>
  )
}

function wordsOf(kind: string, detail: string): string | undefined {
  const shown = kind === 'role' ? (t.roles[detail] ?? detail) : detail
  return detail === '' ? t.kinds[kind] : (t.kindsWith[kind]?.(shown) ?? `${t.kinds[kind]} ${shown}`)
}

function Changes({ id }: { id: number }) {
  const { value, problem } = useLoaded(() => api.call(getRun, { run_id: id }), { key: id })
  if (!value) return <Loading problem={problem} label={t.loading} />
  const { changes, problems, counts } = value.run
  const all = Object.entries(counts).reduce((sum, [kind, n]) => (/^(people|problems)$/.test(kind) ? sum : sum + n), 0)
  return (
    <>
      {problems.length > 0 && (
        <>
          <p class="label">{t.problems}</p>
          <ul class="run-changes">
            {problems.map((one) => (
              <li key={`${one.name} ${one.problem}`} dir="auto">
                {one.name}: {one.problem}
              </li>
            ))}
          </ul>
        </>
      )}
      <ul class="run-changes">
        {changes.map(({ kind, name, detail }, index) => (
          <li key={index}>
            <bdi>{name}</bdi> · <bdi>{wordsOf(kind, detail)}</bdi>
          </li>
        ))}
      </ul>
      {changes.length < all && <p class="soft">{t.first(changes.length)}</p>}
    </>
  )
}
