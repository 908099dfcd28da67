import { amAdministrator, amGuest, amModerator, amOwner } from '../../controls/own-role.ts'
import { canManageAutomations } from '../../permissions/automation-rights.ts'
import { canReadModerationLog } from '../../permissions/moderation-log.ts'
import { canRestrictMembers } from '../../permissions/restriction-rights.ts'
import { part } from '../../store/connection.ts'
import { runningTitles as t } from '../../texts/running-titles.ts'
import type { Section } from '../section.ts'

type Page = keyof typeof t.help

/** A page found as a whole; `can` is the API's permission check. */
const page = (name: Page, key: string, can: () => boolean, load: Section['load'], formerly?: string[]): Section => ({
  head: 'organization',
  key,
  title: t[name],
  can,
  lead: async () => t.help[name],
  settings: async () => ({}),
  load,
  ...(formerly && { formerly }),
})

const isRoot = part<boolean>('realm_is_root')
/** Backups are of the whole server, and available to the root organization. */
const isServersOwner = () => amOwner() && isRoot.value === true

export const runningSections: readonly Section[] = [
  page(
    'integrations',
    'integrations',
    () => !amGuest(),
    () => import('../integrations/integrations.tsx').then((one) => one.Integrations),
  ),
  page('automations', 'automations', canManageAutomations, () =>
    import('../automations/automations.tsx').then((one) => one.Automations),
  ),
  {
    ...page('reports', 'reports', amModerator, () => import('./reports.tsx').then((one) => one.Reports)),
    count: () => import('./waiting-counts.tsx').then((views) => views.ReportCount),
  },
  {
    ...page('modmail', 'modmail', amModerator, () => import('./modmail.tsx').then((views) => views.ModmailPage)),
    count: () => import('./waiting-counts.tsx').then((views) => views.ModmailCount),
  },
  {
    ...page('held', 'held-messages', amModerator, () =>
      import('./held-messages.tsx').then((views) => views.HeldMessages),
    ),
    count: () => import('./waiting-counts.tsx').then((views) => views.HeldCount),
  },
  {
    ...page('applications', 'applications', amModerator, () =>
      import('./applications.tsx').then((views) => views.Applications),
    ),
    count: () => import('./waiting-counts.tsx').then((views) => views.ApplicationCount),
  },
  page('restrictions', 'restrictions', canRestrictMembers, () =>
    import('./restrictions.tsx').then((one) => one.Restrictions),
  ),
  page('moderationLog', 'moderation-log', canReadModerationLog, () =>
    import('./moderation-log.tsx').then((views) => views.ModerationLog),
  ),
  page('statistics', 'statistics', amAdministrator, () => import('./statistics.tsx').then((one) => one.Statistics)),
  page('audit', 'audit-log', amOwner, () => import('./audit-log.tsx').then((one) => one.AuditLog)),
  page('directories', 'directories', amAdministrator, () => import('./directories.tsx').then((one) => one.Directories)),
  page('directory', 'directory', amOwner, () => import('./directory.tsx').then((one) => one.DirectoryPage)),
  page('exports', 'data-exports-admin', amAdministrator, () => import('./exports.tsx').then((one) => one.Exports), [
    'exports',
  ]),
  page('imports', 'imports', amAdministrator, () => import('./imports.tsx').then((one) => one.Imports)),
  page('backups', 'backups', isServersOwner, () => import('./backups.tsx').then((one) => one.Backups)),
  page('statusTitle', 'status', isServersOwner, () => import('./status.tsx').then((one) => one.ServerStatus)),
]
