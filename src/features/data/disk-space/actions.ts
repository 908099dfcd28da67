import { type DiskLevel, diskLevels, type Space, shownParts } from '#platform/disk'
import { textsOf } from '#platform/languages'
import type { Organization } from '#platform/organization'
import { sendAsBot } from '../../messages/messages/actions/notices.ts'
import { languageOfAccount } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { isFirst } from './store.ts'

const textsIn = textsOf('diskSpace')

/** The level that owners were last notified of; a restart notifies them again. */
const told = new WeakMap<object, DiskLevel>()

/**
 * Notifies the owners of the server's first organization when its disk gets fuller. Once it is full, no message can be
 * written.
 */
export async function warnOwners(
  org: Organization,
  server: { readonly disk: { readonly level: DiskLevel; readonly space: Space | undefined } },
): Promise<void> {
  const { level, space } = server.disk
  const before = told.get(server.disk) ?? 'ok'
  if (level === before || level === 'full' || !space) return
  if (!(await org.db.read((tx) => isFirst(tx, org.id)))) return
  const isBetter = level === 'ok' || diskLevels.indexOf(level) < diskLevels.indexOf(before)
  const { free, total, percent } = shownParts(space)
  if (!isBetter)
    await org.transact(null, async (mutation) => {
      for (const account of mutation.get(peopleCache).activeOwners())
        await sendAsBot(
          mutation,
          'notification-bot',
          { kind: 'direct', people: [account] },
          '',
          textsIn(languageOfAccount(account))[level](free, total, percent),
        )
    })
  told.set(server.disk, level)
}
