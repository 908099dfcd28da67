import '../people/people.css'
import './running.css'
import { useSignal } from '@preact/signals'
import { ApiError } from '#contract'
import {
  getImports,
  type Import,
  type SourceName,
  sourceNames,
  startImport,
  stopImport,
} from '../../../src/features/data/imports/api.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { LockedNote } from '../../controls/locked-note.tsx'
import { amOwner } from '../../controls/own-role.ts'
import { sizeText } from '../../controls/size-text.ts'
import { nameOf } from '../../store/people.ts'
import { importCounts } from '../../texts/import-counts.ts'
import { t as main } from '../../texts/index.ts'
import { locale } from '../../texts/locale.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'
import { below } from '../../transport/place.ts'
import { uploadResumably } from '../../transport/resumable.ts'
import { UploadError } from '../../transport/upload-error.ts'
import { uploadErrorText } from '../../transport/upload-error-text.ts'

export function Imports() {
  const imports = useLoaded(() => api.call(getImports, {}), { types: ['import'] })
  const actions = useActions()
  const { value } = imports
  const act = (key: number | string, what: () => Promise<unknown>) =>
    actions.run(key, async () => {
      await what()
      await imports.reload()
    })
  return (
    <>
      <p class="lead">{r.help.imports}</p>
      {!value ? (
        <Loading problem={imports.problem} label={r.loading} />
      ) : (
        <>
          {value.max_import_mib === 0 ? (
            <p class="soft">{r.importOff}</p>
          ) : amOwner() ? (
            <NewImport
              most={value.max_import_mib}
              act={act}
              problem={actions.problem('new')}
              isBusy={actions.isBusy('new')}
            />
          ) : (
            <LockedNote locked={r.importLocked} />
          )}
          {value.imports.length === 0 ? (
            <p class="soft list-empty">{r.noImports}</p>
          ) : (
            <ul class="records" aria-label={r.imports}>
              {(value.imports as Import[]).map((one) => (
                <li key={one.id}>
                  <div class="record-words">
                    <span class="name" dir="auto">
                      {r.sources[one.source]}: {one.file_name}
                    </span>
                    <span class="soft small" dir="auto">
                      {[
                        one.dry_run && r.dryRun,
                        r.importStates[one.state],
                        one.state === 'running' && one.phase && r.importPhases[one.phase],
                        sizeText(one.size),
                        nameOf(one.acting_user_id),
                        timeOf(one.requested_at),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                    {(one.state === 'running' || one.state === 'waiting') && (
                      <progress max={100} value={one.percentage} aria-label={r.percentDone(one.percentage)} />
                    )}
                    {one.problem && <span class="setting-problem">{one.problem}</span>}
                    {Object.keys(one.counts).length > 0 && (
                      <span class="soft small">
                        {Object.entries(one.counts)
                          .map(([name, n]) => `${importCounts[name] ?? name}: ${n.toLocaleString(locale)}`)
                          .join(main.separator)}
                      </span>
                    )}
                    <Refusal text={actions.problem(one.id)} />
                  </div>
                  {amOwner() && (
                    <div class="record-buttons">
                      {one.has_report && (
                        <a
                          class="button"
                          href={below(`/imports/${one.id}/report`)}
                          aria-label={r.reportOf(one.file_name)}
                        >
                          {r.report}
                        </a>
                      )}
                      {(one.state === 'running' || one.state === 'waiting') && (
                        <button
                          type="button"
                          class="button"
                          aria-label={r.stopOf(one.file_name)}
                          disabled={actions.isBusy(one.id)}
                          onClick={() => act(one.id, () => api.call(stopImport, { import_id: one.id }))}
                        >
                          {r.stop}
                        </button>
                      )}
                    </div>
                  )}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </>
  )
}

interface NewProps {
  /** MiB. */
  readonly most: number
  readonly act: (key: string, what: () => Promise<unknown>) => void
  readonly problem: string
  readonly isBusy: boolean
}

function NewImport({ most, act, problem, isBusy }: NewProps) {
  const source = useSignal<SourceName>('slack')
  const file = useSignal<File | undefined>(undefined)
  /** The chosen file's URL on the server, once uploaded. */
  const sent = useSignal<{ readonly of: File; readonly url: string } | undefined>(undefined)
  const percent = useSignal<number | undefined>(undefined)
  const grants = useSignal(false)
  const downloads = useSignal(false)
  const begin = (dry_run: boolean) =>
    act('new', async () => {
      const chosen = file.peek()
      if (!chosen) return
      if (sent.peek()?.of !== chosen)
        sent.value = { of: chosen, url: await send(chosen, (done) => (percent.value = done)) }
      percent.value = undefined
      await api.call(startImport, {
        source: source.value,
        file: sent.peek()?.url ?? '',
        dry_run,
        grant_roles: grants.value,
        download: downloads.value,
      })
    })
  return (
    <form
      class="new-import"
      onSubmit={(event) => {
        event.preventDefault()
        begin(true)
      }}
    >
      <label class="field">
        <span class="label">{r.importSource}</span>
        <select
          value={source.value}
          onChange={({ currentTarget }) => (source.value = currentTarget.value as SourceName)}
        >
          {sourceNames.map((one) => (
            <option key={one} value={one}>
              {r.sources[one]}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span class="label">
          {r.importFile}. {r.importMaxSize(most)}
        </span>
        <input type="file" onChange={({ currentTarget }) => (file.value = currentTarget.files?.[0])} />
      </label>
      <label class="pick">
        <input
          type="checkbox"
          checked={grants.value}
          onChange={({ currentTarget }) => (grants.value = currentTarget.checked)}
        />
        {r.grantRoles}
      </label>
      <label class="pick">
        <input
          type="checkbox"
          checked={downloads.value}
          onChange={({ currentTarget }) => (downloads.value = currentTarget.checked)}
        />
        {r.downloadFiles}
      </label>
      <div class="record-buttons">
        <button type="submit" class="button primary" disabled={isBusy || !file.value}>
          {r.tryImport}
        </button>
        <button type="button" class="button" disabled={isBusy || !file.value} onClick={() => begin(false)}>
          {r.doImport}
        </button>
      </div>
      {percent.value !== undefined && (
        <p class="soft small" role="status">
          <progress max={100} value={percent.value} aria-label={r.uploading(percent.value)} />{' '}
          {r.uploading(percent.value)}
        </p>
      )}
      <Refusal text={problem} />
    </form>
  )
}

/** Uploads an archive, resuming an interrupted upload; returns its URL. */
async function send(file: File, progress: (percent: number) => void): Promise<string> {
  try {
    const { url } = await uploadResumably(file, {
      address: undefined,
      purpose: 'import',
      begun: () => {},
      progress: (done) => progress(Math.floor(done * 100)),
      waiting: () => {},
      patience: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    }).done
    return url
  } catch (problem) {
    if (problem instanceof UploadError) throw new ApiError(problem.status, 'UPLOAD_FAILED', uploadErrorText(problem))
    throw problem
  }
}
