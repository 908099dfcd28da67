import { messages } from 'messages:running'
import { messages as titles } from 'messages:runningTitles'
import type { Open } from './open.ts'

type Running = Open<
  typeof messages,
  | 'exportKinds'
  | 'exportHelp'
  | 'exportFormats'
  | 'counts'
  | 'sources'
  | 'importStates'
  | 'importPhases'
  | 'reportStates'
  | 'actions'
  | 'statDayCounts'
  | 'statNow'
  | 'messageKinds'
  | 'storageKinds'
  | 'quotaNames'
  | 'samples'
  | 'leftOut'
>

/** Texts of the administration pages: exports, imports, backups, reports, audit log, statistics, integrations. */
export const r: typeof titles & Running = { ...titles, ...messages }
