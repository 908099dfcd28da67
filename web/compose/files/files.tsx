import { Icon } from '../../parts/icon.tsx'
import { t } from '../../texts/writing.ts'
import { removeUpload, retryUpload, uploads } from './uploads.ts'

/** The files of a draft that are on their way, and those that did not get there. */
export const Files = ({ draft }: { draft: string }) => {
  const own = uploads.value.filter((one) => one.draft === draft)
  if (own.length === 0) return null
  return (
    <ul class="files" aria-label={t.files}>
      {own.map(({ id, file, state, progress, reason }) => (
        <li key={id} class={state}>
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
          {state === 'failed' && (
            <button type="button" class="plain" onClick={() => retryUpload(id)}>
              {t.tryAgain}
            </button>
          )}
          <button
            type="button"
            class="small-button"
            aria-label={t.removeFile(file.name)}
            onClick={() => removeUpload(id)}
          >
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}
