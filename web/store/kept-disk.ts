import type { Disk, World } from '../offline-cache/disk.ts'
import type { KeptScreen } from '../offline-cache/kept-screen.ts'

const { account, build, session } = document.documentElement.dataset

let current: Disk | undefined
let world: Omit<World, 'state' | 'heardAt' | 'screen'> | undefined
let screen = (): KeptScreen | undefined => undefined

/** What this browser keeps on its disk, where it does. */
export const disk = (): Disk | undefined => current

/**
 * What the session of this browser has left here; undefined where nothing is kept: in browsers that have no room for it,
 * or forbid it. It is for one session: whoever signs in anew begins anew.
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

/** Lists and messages say what there is to keep. */
export const offerToDisk = (offered: NonNullable<typeof world>): void => {
  world = offered
}

/** Views say what is seen. */
export const offerScreen = (take: typeof screen): void => {
  screen = take
}

/** Keeps what becomes known from now on. */
export const keepOnDisk = (session: Pick<World, 'state' | 'heardAt'>): void => {
  if (world) void current?.follow({ ...session, ...world, screen: () => screen() })
}

/** For whoever signs out: nothing stays. The other tabs hear of it from the browser. */
export const forgetDisk = async (): Promise<void> => current?.forget()
