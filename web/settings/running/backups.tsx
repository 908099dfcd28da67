import '../people/people.css'
import './running.css'
import { getBackups } from '../../../src/features/data/backups/api.ts'
import { timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { sizeText } from '../../controls/size-text.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'

const scheduleOf = (seconds: number) => {
  if (seconds % 86_400 === 0) return r.backupsEveryDays(seconds / 86_400)
  return seconds % 3_600 === 0 ? r.backupsEveryHours(seconds / 3_600) : r.backupsEveryMinutes(Math.round(seconds / 60))
}

export function Backups() {
  const { value, problem } = useLoaded(() => api.call(getBackups, {}))
  return (
    <>
      <p class="lead">{r.help.backups}</p>
      {!value ? (
        <Loading problem={problem} label={r.loading} />
      ) : (
        <>
          <p>{value.every_seconds === null ? r.backupsOff : scheduleOf(value.every_seconds)}</p>
          {value.failed_at !== null && (
            <p class="setting-problem" role="alert">
              {r.backupFailed(timeOf(value.failed_at))}
            </p>
          )}
          {value.backups.length === 0 && <p class="soft list-empty">{r.noBackups}</p>}
          <ul class="records" aria-label={r.backups}>
            {value.backups.map(({ name, made_at, size, files, encrypted, is_sound }) => (
              <li key={name}>
                <div class="record-words">
                  <span class="name">{timeOf(made_at)}</span>
                  <span class="soft small">
                    {[name, sizeText(size), r.backupFiles(files), encrypted && r.encrypted].filter(Boolean).join(' · ')}
                  </span>
                </div>
                <span class={`small ${is_sound === false ? 'setting-problem' : is_sound ? 'good' : 'soft'}`}>
                  {is_sound === null ? r.untried : is_sound ? r.sound : r.unsound}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
