/** How far a long task is. */
export interface WorkProgress {
  readonly phase: 'reading' | 'verifying' | 'checking' | 'restoring' | 'copying' | 'upgrading' | 'indexing'
  readonly done: number
  readonly of: number
  readonly unit: 'row' | 'file' | 'migration'
}

export type ReportWork = (progress: WorkProgress) => void

/** The number of lines in a chunk that consists of whole lines. */
export function linesIn(chunk: Uint8Array): number {
  let count = 0
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count++
  return count
}
