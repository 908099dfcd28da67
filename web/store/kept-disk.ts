import type { Disk, World } from '../offline-cache/disk.ts'
import type { KeptScreen } from '../offline-cache/kept-screen.ts'

const { account, build, session } = document.documentElement.dataset

let current: Disk | undefined
let world: Omit<World, 'state' | 'heardAt' | 'screen'> | undefined
let screen = (): KeptScreen | undefined => undefined

export const disk = (): Disk | undefined => current

/**
 * Opens what this session cached earlier; undefined where storage is unavailable or forbidden. A cache belongs to one
 * session: signing in again starts with an empty one.
 */
export async function openDisk(): Promise<Disk | undefined> {
  try {
    if (account && build && session && globalThis.indexedDB) {
      const { Disk } = await import('../offline-cache/disk.ts')
      current = await Disk.open({ owner: `${account} ${session}`, build })
    }
  } catch {
    // forbidden, or not loaded
  }
  return current
}

export const offerToDisk = (offered: NonNullable<typeof world>): void => {
  world = offered
}

export const offerScreen = (take: typeof screen): void => {
  screen = take
}

export const keepOnDisk = (session: Pick<World, 'state' | 'heardAt'>): void => {
  if (world) void current?.follow({ ...session, ...world, screen: () => screen() })
}

/** Deletes everything on signing out. The browser notifies the other tabs. */
export const forgetDisk = async (): Promise<void> => current?.forget()

export const signOut = (): void => void forgetDisk().then(() => location.assign('accounts/logout'))
