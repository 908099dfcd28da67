import '../people/people.css'
import './running.css'
import { getServerStatus } from '../../../src/features/data/server-status/api.ts'
import { timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { sizeText } from '../../controls/size-text.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'

/** Longer than a retry after a short outage. */
const lateSecs = 600
const minutesOf = (seconds: number) => Math.round(seconds / 60)

interface Line {
  readonly name: string
  readonly says: string
  readonly isProblem?: boolean
}

type Status = Awaited<ReturnType<typeof load>>
const load = () => api.call(getServerStatus, {})

const linesOf = ({ version, node_version, database, disk, backups, mail, jobs }: Status): readonly Line[] => [
  { name: r.serverStatus.version, says: r.serverStatus.versions(version, node_version) },
  {
    name: r.serverStatus.database,
    says: (database.embedded ? r.serverStatus.embedded : r.serverStatus.ownServer)(
      database.version,
      sizeText(database.size),
    ),
  },
  disk
    ? {
        name: r.serverStatus.disk,
        says: r.serverStatus.free(sizeText(disk.free), sizeText(disk.total)),
        isProblem: disk.level !== 'ok',
      }
    : { name: r.serverStatus.disk, says: r.serverStatus.unknown },
  { name: r.backups, ...backupsLine(backups) },
  { name: r.serverStatus.mail, ...mailLine(mail) },
  jobs.wait_seconds < lateSecs
    ? { name: r.serverStatus.jobs, says: r.serverStatus.onTime }
    : {
        name: r.serverStatus.jobs,
        says: r.serverStatus.late(jobs.overdue, minutesOf(jobs.wait_seconds)),
        isProblem: true,
      },
]

function backupsLine(backups: Status['backups']): Omit<Line, 'name'> {
  if (!backups) return { says: r.serverStatus.unknown, isProblem: true }
  if (backups.failed_at !== null) return { says: r.backupFailed(timeOf(backups.failed_at)), isProblem: true }
  if (backups.verified_at !== null) return { says: r.serverStatus.verified(timeOf(backups.verified_at)) }
  return { says: backups.every_seconds === null ? r.backupsOff : r.noBackups }
}

function mailLine({ configured, waiting, oldest_seconds }: Status['mail']): Omit<Line, 'name'> {
  if (!configured) return { says: r.serverStatus.noMailServer }
  if (waiting === 0) return { says: r.serverStatus.allSent }
  return { says: r.serverStatus.waiting(waiting, minutesOf(oldest_seconds)), isProblem: oldest_seconds > lateSecs }
}

export function ServerStatus() {
  const { value, problem } = useLoaded(load)
  return (
    <>
      <p class="lead">{r.help.statusTitle}</p>
      {!value ? (
        <Loading problem={problem} label={r.loading} />
      ) : (
        <dl class="server-status">
          {linesOf(value).map(({ name, says, isProblem }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd class={isProblem ? 'setting-problem' : ''}>{says}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
