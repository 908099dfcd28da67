import type { Config } from '#platform/config'
import { counted } from './counted.ts'

/** Binds to each LDAP directory and counts its people, which shows whether the filter fits. */
export async function directories(config: Config): Promise<{ state: 'ok' | 'note'; says: string }> {
  const { directoriesIn } = await import('../features/sign-in/directories/directory-file.ts')
  const all = directoriesIn(config)
  if (all.length === 0) return { state: 'ok', says: 'none' }
  const { countPeople } = await import('../features/sign-in/directories/contents.ts')
  const found = await Promise.all(
    all.map((directory) =>
      countPeople(directory).then(
        (people) => ({ name: directory.name, people }),
        (error: Error) => ({ name: directory.name, fails: error.message }),
      ),
    ),
  )
  const failures = found.flatMap((one) => ('fails' in one ? [`${one.name} ${one.fails}`] : []))
  if (failures.length > 0) throw new Error(failures.join('; '))
  const counts = found.map((one) => ('people' in one ? `${one.name}: ${counted(one.people, 'person')}` : ''))
  const isEmpty = found.some((one) => 'people' in one && one.people === 0)
  return { state: isEmpty ? 'note' : 'ok', says: counts.join('; ') }
}
