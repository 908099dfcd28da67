import { useRef } from 'preact/hooks'
import { Icon } from '../../parts/icon.tsx'
import { t } from '../../texts/writing.ts'
import { abandonUnfinished, fingerprintOf, unfinishedUploads } from './unfinished.ts'
import { removeUpload, retryUpload, type Upload, uploads } from './uploads.ts'

interface Props {
  readonly draft: string
  /** The conversation that is written to, by `targetKey`. */
  readonly place: string
  readonly onFiles: (files: File[]) => void
}

/** The files of a draft that are on their way, and those that did not get there. */
export const Files = ({ draft, place, onFiles }: Props) => {
  const chooser = useRef<HTMLInputElement>(null)
  const own = uploads.value.filter((one) => one.draft === draft)
  const active = new Set(uploads.value.map(({ file }) => fingerprintOf(file)))
  const begun = unfinishedUploads.value.filter((one) => one.place === place && !active.has(one.fingerprint))
  if (own.length === 0 && begun.length === 0) return null
  return (
    <>
      <ul class="files" aria-label={t.files}>
        {own.map((one) => (
          <FileRow key={one.id} one={one} />
        ))}
        {begun.map((one) => (
          <li key={one.fingerprint} class="begun">
            <span class="file-name" dir="auto">
              {one.name}
            </span>
            <span class="soft">{t.uploadPending}</span>
            <button type="button" class="plain" onClick={() => chooser.current?.click()}>
              {t.chooseAgain(one.name)}
            </button>
            <Without name={one.name} onRemove={() => abandonUnfinished(one)} />
          </li>
        ))}
      </ul>
      <input
        type="file"
        ref={chooser}
        multiple
        hidden
        aria-label={t.addFiles}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}

const FileRow = ({ one: { id, file, state, progress, isPaused, reason } }: { one: Upload }) => (
  <li class={state}>
    <span class="file-name" dir="auto">
      {file.name}
    </span>
    {state === 'failed' ? (
      <span class="error" role="alert">
        {reason}
      </span>
    ) : (
      <progress value={progress} max={1} aria-label={t.uploading(file.name)} />
    )}
    {state === 'sending' && isPaused && (
      <span class="soft" role="status">
        {t.uploadPaused}
      </span>
    )}
    {state === 'failed' && (
      <button type="button" class="plain" onClick={() => retryUpload(id)}>
        {t.tryAgain}
      </button>
    )}
    <Without name={file.name} onRemove={() => removeUpload(id)} />
  </li>
)

const Without = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
  <button type="button" class="small-button" aria-label={t.removeFile(name)} onClick={onRemove}>
    <Icon name="close" size={14} />
  </button>
)
