import '../people/people.css'
import './running.css'
import { useSignal } from '@preact/signals'
import { getStatistics } from '../../../src/features/data/statistics/api.ts'
import { dayOf, timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { SettingGroup } from '../../controls/setting.tsx'
import { sizeText } from '../../controls/size-text.ts'
import { locale } from '../../texts/locale.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'
import { Chart, type Series } from './chart.tsx'

const spans = [7, 30, 90, 365]
type Answer = Awaited<ReturnType<typeof fetchStatistics>>
const fetchStatistics = (days: number) => api.call(getStatistics, { days })

export function Statistics() {
  const days = useSignal(30)
  const { value, problem } = useLoaded(() => fetchStatistics(days.value), { key: days.value })
  return (
    <>
      <p class="lead">{r.help.statistics}</p>
      <div class="filters-line">
        <label>
          <span class="visually-hidden">{r.statDays}</span>
          <select value={days.value} onChange={({ currentTarget }) => (days.value = Number(currentTarget.value))}>
            {spans.map((one) => (
              <option key={one} value={one}>
                {r.statDayCounts[one]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {!value ? (
        <Loading problem={problem} label={r.loading} />
      ) : (
        <>
          <p class="soft small">{value.counted_at === null ? r.notCounted : r.countedAt(timeOf(value.counted_at))}</p>
          <PeopleNumbers of={value} />
          <MessageNumbers of={value} />
          <StorageNumbers of={value} />
          <QuotaNumbers of={value} />
          <NumberTable of={value} />
        </>
      )}
    </>
  )
}

/** A day in the user's format; the server's days are in UTC. */
const dayName = (day: string | undefined) => (day === undefined ? '' : dayOf(new Date(`${day}T12:00:00`)))
const endsOf = ({ days }: Answer): [string, string] => [dayName(days[0]?.day), dayName(days.at(-1)?.day)]

function summary(of: Answer, numbers: readonly number[]): string {
  const sum = numbers.reduce((a, b) => a + b, 0)
  const most = Math.max(0, ...numbers)
  const average = (sum / Math.max(1, numbers.length)).toLocaleString(locale, { maximumFractionDigits: 1 })
  const at = dayName(of.days[numbers.indexOf(most)]?.day)
  return most === 0 ? r.average(average) : `${r.average(average)}; ${r.most(most.toLocaleString(locale), at)}`
}

function PeopleNumbers({ of }: { of: Answer }) {
  const series: Series[] = [
    { name: r.activePeople, values: of.days.map(({ active_people }) => active_people) },
    { name: r.activeWeek, values: of.days.map(({ active_people_week }) => active_people_week) },
  ]
  return (
    <SettingGroup title={r.statPeople}>
      <dl class="numbers">
        {Object.entries(of.people).map(([name, n]) => (
          <div key={name}>
            <dt>{r.statNow[name]}</dt>
            <dd>{n.toLocaleString(locale)}</dd>
          </div>
        ))}
      </dl>
      <Chart
        kind="lines"
        label={`${r.activePeople}: ${summary(
          of,
          of.days.map(({ active_people }) => active_people ?? 0),
        )}`}
        ends={endsOf(of)}
        series={series}
      />
    </SettingGroup>
  )
}

const messageKinds = ['public_channels', 'private_channels', 'direct'] as const

function MessageNumbers({ of }: { of: Answer }) {
  const totals = of.days.map(({ messages }) => messageKinds.reduce((sum, kind) => sum + messages[kind], 0))
  const words = summary(of, totals)
  return (
    <SettingGroup title={r.statMessages} help={words}>
      <Chart
        kind="bars"
        label={`${r.statMessages}: ${words}`}
        ends={endsOf(of)}
        series={messageKinds.map((kind) => ({
          name: r.messageKinds[kind] ?? kind,
          values: of.days.map(({ messages }) => messages[kind]),
        }))}
      />
    </SettingGroup>
  )
}

function StorageNumbers({ of }: { of: Answer }) {
  const most = Math.max(1, ...of.storage.map(({ bytes }) => bytes))
  return (
    <SettingGroup title={r.statStorage} help={r.inAll(sizeText(of.upload_bytes))}>
      <table class="storage">
        <tbody>
          {of.storage.map(({ kind, bytes, files }) => (
            <tr key={kind}>
              <th scope="row">{r.storageKinds[kind]}</th>
              <td>
                <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none">
                  <rect class="chart-bar is-0" width={(bytes / most) * 100} height="8" />
                </svg>
              </td>
              <td>{sizeText(bytes)}</td>
              <td class="soft">{r.files(files)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </SettingGroup>
  )
}

function QuotaNumbers({ of }: { of: Answer }) {
  return (
    <SettingGroup title={r.quotas} help={r.quotasHelp}>
      <dl class="numbers">
        {of.quotas.map(({ name, most, used }) => (
          <div key={name}>
            <dt>{r.quotaNames[name]}</dt>
            <dd>
              {most === null
                ? r.noQuota(used.toLocaleString(locale))
                : r.quotaUsed(used.toLocaleString(locale), most.toLocaleString(locale))}
            </dd>
          </div>
        ))}
      </dl>
    </SettingGroup>
  )
}

function NumberTable({ of }: { of: Answer }) {
  const known = (n: number | null) => (n === null ? <span class="soft">{r.unknown}</span> : n.toLocaleString(locale))
  return (
    <details class="setting-group">
      <summary>{r.asTable}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <section class="wide-table" tabIndex={0} aria-label={r.asTable}>
        <table>
          <thead>
            <tr>
              <th scope="col">{r.day}</th>
              <th scope="col">{r.activePeople}</th>
              <th scope="col">{r.activeWeek}</th>
              <th scope="col">{r.statPeople}</th>
              {messageKinds.map((kind) => (
                <th scope="col" key={kind}>
                  {r.messageKinds[kind]}
                </th>
              ))}
              <th scope="col">{r.byBots}</th>
              <th scope="col">{r.statStorage}</th>
            </tr>
          </thead>
          <tbody>
            {of.days.toReversed().map((one) => (
              <tr key={one.day}>
                <th scope="row">{dayName(one.day)}</th>
                <td>{known(one.active_people)}</td>
                <td>{known(one.active_people_week)}</td>
                <td>{known(one.people)}</td>
                {messageKinds.map((kind) => (
                  <td key={kind}>{one.messages[kind].toLocaleString(locale)}</td>
                ))}
                <td>{one.messages_by_bots.toLocaleString(locale)}</td>
                <td>{one.upload_bytes === null ? known(null) : sizeText(one.upload_bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
