import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import { applyEdit, onOwnLines, replaceQuietly } from '../text/editing.ts'
import { addFiles, isUploading, placesFiles } from './uploads.ts'

/** Uploads for inline editors: finished links replace the placeholders in their field. */
export function useFieldFiles(name: string, field: RefObject<HTMLTextAreaElement | null>) {
  useEffect(
    () =>
      placesFiles(name, (placeholder, by) => {
        const here = field.current
        const at = here?.value.indexOf(placeholder) ?? -1
        if (here && at >= 0) replaceQuietly(here, at, at + placeholder.length, by)
      }),
    [name],
  )
  const attach = (files: File[]) => {
    const here = field.current
    const placeholders = here ? addFiles(name, name, files) : ''
    if (here && placeholders !== '')
      applyEdit(here, onOwnLines(here.value, here.selectionStart, here.selectionEnd, placeholders))
  }
  return {
    attach,
    isWaiting: isUploading(name),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop(event: DragEvent) {
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      attach(files)
    },
  }
}
