import '../people/people.css'
import './running.css'
import { list, number } from 'messages:format'
import { useSignal } from '@preact/signals'
import {
  createRealmExportLink,
  deleteRealmExport,
  type ExportFormat,
  type ExportType,
  exportFormats,
  exportRealm,
  exportTypes,
  getRealmExportConsents,
  getRealmExports,
  type RealmExport,
  revokeRealmExportLink,
} from '../../../src/features/data/exports/api.ts'
import { canDownload, problemWithoutConsent } from '../../../src/features/data/exports/rules.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { sizeText } from '../../controls/size-text.ts'
import { oneself } from '../../permissions/rights.ts'
import { part } from '../../store/connection.ts'
import { nameOf } from '../../store/people.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'

export function Exports() {
  const exports = useLoaded(async () => (await api.call(getRealmExports, {})).exports as RealmExport[], {
    types: ['realm_export'],
    // only the user who requested an export gets its events
    everyMs: (all) => (all.some(({ pending }) => pending) ? 5_000 : undefined),
  })
  const consents = useLoaded(async () => (await api.call(getRealmExportConsents, {})).export_consents, {
    types: ['realm_export_consent'],
  })
  const actions = useActions()
  const type = useSignal<ExportType>('public')
  const format = useSignal<ExportFormat>('loquat')
  // only full exports have other formats
  const hasFormats = type.value === 'full_without_consent'
  const canTakeAll =
    problemWithoutConsent(oneself(), part<boolean>('realm_owner_full_content_access').value === true) === undefined
  const act = (key: number | string, what: () => Promise<unknown>) =>
    actions.run(key, async () => {
      await what()
      await exports.reload()
    })
  const agreed = consents.value?.filter(({ consented }) => consented).length
  return (
    <>
      <p class="lead">{r.help.exports}</p>
      <fieldset class="choices" data-setting="export_type">
        <legend>{r.exportWhat}</legend>
        {exportTypes.map((one) => {
          const isLocked = one === 'full_without_consent' && !canTakeAll
          return (
            <label class="pick tall" key={one}>
              <input
                type="radio"
                name="export"
                checked={type.value === one}
                disabled={isLocked}
                onChange={() => (type.value = one)}
              />
              <span>
                {r.exportKinds[one]}
                <span class="soft small block">
                  {one === 'full_without_consent'
                    ? `${r.exportHelp[one]} ${r.onlyOwnersEverything}`
                    : r.exportHelp[one]}
                  {one === 'full_with_consent' && agreed !== undefined && (
                    <> {r.consents(agreed, consents.value?.length ?? 0)}</>
                  )}
                </span>
              </span>
            </label>
          )
        })}
      </fieldset>
      {hasFormats && (
        <label class="field export-format">
          <span class="label">{r.exportFormat}</span>
          <select
            value={format.value}
            onChange={({ currentTarget }) => (format.value = currentTarget.value as ExportFormat)}
          >
            {exportFormats.map((one) => (
              <option key={one} value={one}>
                {r.exportFormats[one]}
              </option>
            ))}
          </select>
        </label>
      )}
      <button
        type="button"
        class="button primary start-export"
        disabled={actions.isBusy('new')}
        onClick={() =>
          act('new', () =>
            api.call(exportRealm, {
              export_type: type.value,
              ...(hasFormats && { export_format: format.value }),
            }),
          )
        }
      >
        {r.startExport}
      </button>
      <Refusal text={actions.problem('new')} />
      {!exports.value ? (
        <Loading problem={exports.problem} label={r.loading} />
      ) : exports.value.length === 0 ? (
        <p class="soft list-empty">{r.noExports}</p>
      ) : (
        <ul class="records" aria-label={r.exports}>
          {exports.value
            .toSorted((a, b) => b.id - a.id)
            .map((one) => {
              const when = timeOf(one.export_time)
              return (
                <li key={one.id}>
                  <div class="record-words">
                    <span class="name">
                      {r.exportKinds[one.export_type]}, {when}
                    </span>
                    <span class="soft small" dir="auto">
                      {[r.exportBy(nameOf(one.acting_user_id)), stateOf(one), one.size !== null && sizeText(one.size)]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                    {one.pending && one.percent !== null && (
                      <progress max={100} value={one.percent} aria-label={r.exportState.runs(one.percent)} />
                    )}
                    {one.export_url && one.url_expires_timestamp !== null && (
                      <span class="soft small">{r.linkUntil(timeOf(one.url_expires_timestamp))}</span>
                    )}
                    {one.counts && <span class="soft small">{countsOf(one.counts)}</span>}
                    <Refusal text={actions.problem(one.id)} />
                  </div>
                  {hasArchive(one) && (
                    <div class="record-buttons">
                      {one.export_url ? (
                        <>
                          <a class="button" href={one.export_url} aria-label={r.downloadOf(when)}>
                            {r.download}
                          </a>
                          <button
                            type="button"
                            class="button quiet"
                            aria-label={r.revokeLinkOf(when)}
                            disabled={actions.isBusy(one.id)}
                            onClick={() => act(one.id, () => api.call(revokeRealmExportLink, { export_id: one.id }))}
                          >
                            {r.revokeLink}
                          </button>
                        </>
                      ) : (
                        canDownload(oneself(), one) && (
                          <button
                            type="button"
                            class="button"
                            aria-label={r.newLinkOf(when)}
                            disabled={actions.isBusy(one.id)}
                            onClick={() => act(one.id, () => api.call(createRealmExportLink, { export_id: one.id }))}
                          >
                            {r.newLink}
                          </button>
                        )
                      )}
                      <button
                        type="button"
                        class="button quiet"
                        aria-label={r.removeOf(when)}
                        disabled={actions.isBusy(one.id)}
                        onClick={() => act(one.id, () => api.call(deleteRealmExport, { export_id: one.id }))}
                      >
                        {r.remove}
                      </button>
                    </div>
                  )}
                </li>
              )
            })}
        </ul>
      )}
    </>
  )
}

const hasArchive = ({ pending, failed_timestamp, deleted_timestamp }: RealmExport): boolean =>
  !pending && failed_timestamp === null && deleted_timestamp === null

function stateOf({ pending, failed_timestamp, deleted_timestamp, percent }: RealmExport): string {
  if (pending) return percent ? r.exportState.runs(percent) : r.exportState.waits
  if (failed_timestamp !== null) return r.exportState.failed
  return deleted_timestamp !== null ? r.exportState.deleted : r.exportState.done
}

const countsOf = (counts: Readonly<Record<string, number>>) =>
  list(
    Object.entries(counts)
      .filter(([, n]) => n > 0)
      .map(([name, n]) => r.counts[name]?.(n) ?? `${number(n)} ${name}`),
  )
