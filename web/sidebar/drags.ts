import { putIntoFolder } from '../conversation-menus/folders.ts'
import { setPersonal } from '../conversation-menus/personal.ts'
import { parseHash } from '../narrow/hash.ts'
import { channelOf } from '../narrow/narrow.ts'
import { administers } from '../permissions/rights.ts'
import { channel, isSubscribed, names } from '../store/channels.ts'

let dragged: number | undefined

const sectionAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('.left [data-section]') : null

/** The effect of dropping the channel there; undefined if there's none or it isn't allowed. */
function actionOf(id: number, section: string | undefined): (() => Promise<unknown>) | undefined {
  const one = channel(id)
  if (!one || !isSubscribed(id) || section === undefined) return undefined
  if (section === 'pinned') return one.pin_to_top ? undefined : () => setPersonal(id, 'pin_to_top', true)
  const folderId = section === 'rest' ? null : Number(section)
  const unpinned = one.pin_to_top ? () => setPersonal(id, 'pin_to_top', false) : undefined
  if ((one.folder_id ?? null) === folderId) return unpinned
  if (!administers(one)) return undefined
  return async () => {
    await unpinned?.()
    await putIntoFolder(id, folderId)
  }
}

/** Call once. Channels can be dragged into other sections; their menus offer the same to keyboard users. */
export function watchDrags(): void {
  const mark = (section: HTMLElement | null) => {
    for (const one of document.querySelectorAll('.drop-here')) one.classList.toggle('drop-here', one === section)
    section?.classList.add('drop-here')
  }
  document.addEventListener('dragstart', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('.left .channel > a') : null
    const route = link ? parseHash(link.hash, names) : undefined
    dragged = route?.view === 'narrow' ? channelOf(route.narrow) : undefined
  })
  document.addEventListener('dragover', (event) => {
    const section = dragged === undefined ? null : sectionAt(event.target)
    const can = dragged !== undefined && actionOf(dragged, section?.dataset.section) !== undefined
    mark(can ? section : null)
    if (can) event.preventDefault()
  })
  document.addEventListener('drop', (event) => {
    const action = dragged === undefined ? undefined : actionOf(dragged, sectionAt(event.target)?.dataset.section)
    if (!action) return
    event.preventDefault()
    void action()
  })
  document.addEventListener('dragend', () => {
    dragged = undefined
    mark(null)
  })
}
