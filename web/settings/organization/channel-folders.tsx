import { Folders } from '../../channel-browser/folder-editor.tsx'
import { LockedNote } from '../../controls/locked-note.tsx'
import { folders } from '../../store/folders.ts'
import { o } from '../../texts/organization.ts'
import { lockedFor } from './own-rank.ts'
import '../../channel-browser/directory.css'
import './organization.css'

export function ChannelFolders() {
  const locked = lockedFor('administrator')
  if (locked === undefined) return <Folders />
  return (
    <>
      <LockedNote locked={o.onlyAdministratorsFolders} />
      {folders.value.length === 0 ? (
        <p class="soft">{o.noFolders}</p>
      ) : (
        <ul class="list-of" aria-label={o.channelFolders}>
          {folders.value.map(({ id, name, description }) => (
            <li key={id} dir="auto">
              {name} {description !== '' && <span class="soft">· {description}</span>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
