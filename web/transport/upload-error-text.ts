import { t } from '../texts/writing.ts'
import type { UploadError } from './upload-error.ts'

/** Why a file wasn't uploaded, for the person who chose it. */
export function uploadErrorText({ kind, message }: UploadError): string {
  if (kind === 'refused') return message
  if (kind === 'unreadable') return t.fileUnreadable
  return kind === 'unreachable' ? t.notUploaded : t.uploadFailed
}
