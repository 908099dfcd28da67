import { openChoice } from '../message-actions/choice.tsx'
import { folders } from '../store/folders.ts'
import { p } from '../texts/places.ts'
import { putIntoFolder } from './folders.ts'

/** Asks which folder a channel is to be in. */
export function openFolderChoice(channelId: number): void {
  const none = { id: null, name: p.noFolder }
  openChoice(
    p.moveToFolder,
    [...folders.value, none],
    ({ name }) => name,
    ({ id }) => void putIntoFolder(channelId, id),
  )
}
