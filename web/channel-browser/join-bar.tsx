import './directory.css'
import '../parts/dialog.css'
import { join } from '../conversation-menus/joining.tsx'
import { channelOf } from '../narrow/narrow.ts'
import { hrefOf, narrow } from '../navigation/route.ts'
import { canJoin } from '../permissions/channel-rights.ts'
import { channel, isSubscribed } from '../store/channels.ts'
import { p } from '../texts/places.ts'

export function JoinBar() {
  const id = narrow.value && channelOf(narrow.value)
  const one = id === undefined ? undefined : channel(id)
  if (!one || id === undefined) return null
  if (one.is_archived)
    return (
      <div class="join-bar" role="status">
        <p>{p.archivedHere(one.name)}</p>
      </div>
    )
  if (isSubscribed(id)) return null
  return (
    <section class="join-bar" aria-label={p.aboutChannel(one.name)}>
      <p>{p.preview(one.name)}</p>
      <a class="plain" href={hrefOf({ view: 'channel', channelId: id, tab: 'general' })}>
        {p.about}
      </a>
      {canJoin(one) ? (
        <button type="button" class="button primary" onClick={() => void join(id)}>
          {p.join}
        </button>
      ) : (
        <span class="soft">{p.onlyInvited}</span>
      )}
    </section>
  )
}
